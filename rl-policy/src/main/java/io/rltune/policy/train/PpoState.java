package io.rltune.policy.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.PlainMlp;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;

/** Where a PPO run stands after an iteration: enough to go on as if it had never stopped. */
final class PpoState {
  private static final ObjectMapper JSON = new ObjectMapper();

  final String fingerprint;
  final MultiLayerNetwork actor;
  final MultiLayerNetwork critic;
  final Normaliser normaliser;
  int iteration;
  double spentS;
  double bestCost = Double.POSITIVE_INFINITY;
  int bestIteration;
  int sinceBest;
  float[] bestWeights;

  /** How far each weight of the last layer is moved; empty where orders are drawn. */
  double[] scales = {};

  /** Logarithms of the validation's costs before the first iteration. */
  double[] startCosts = {};

  final StringBuilder curve = new StringBuilder();

  PpoState(
      String fingerprint,
      MultiLayerNetwork actor,
      MultiLayerNetwork critic,
      Normaliser normaliser) {
    this.fingerprint = fingerprint;
    this.actor = actor;
    this.critic = critic;
    this.normaliser = normaliser;
    this.bestWeights = Dl4jNetwork.toPlain(actor).weights();
  }

  PlainMlp best() {
    return new PlainMlp(Dl4jNetwork.toPlain(actor).sizes(), bestWeights);
  }

  /** Writes the state so that a kill at any moment leaves this one or the one before. */
  void save(Path file) throws IOException {
    ObjectNode state = JSON.createObjectNode();
    state.put("fingerprint", fingerprint);
    state.put("iteration", iteration);
    state.put("spent_s", spentS);
    state.put("best_cost", bestCost);
    state.put("best_iteration", bestIteration);
    state.put("since_best", sinceBest);
    state.put("curve", curve.toString());
    state.set("mean", JSON.valueToTree(normaliser.mean()));
    state.set("deviation", JSON.valueToTree(normaliser.deviation()));
    state.set("head_scales", JSON.valueToTree(scales));
    state.set("start_costs", JSON.valueToTree(startCosts));
    state.set("best_weights", JSON.valueToTree(bestWeights));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, "state.json", JSON.writeValueAsBytes(state));
      put(zip, "actor.zip", model(actor));
      put(zip, "critic.zip", model(critic));
    }
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes.toByteArray());
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a state.
   *
   * @param fingerprint what the run at hand is about
   * @throws IOException if the file is damaged, or of a run with another fingerprint
   */
  static PpoState load(Path file, String fingerprint) throws IOException {
    Map<String, byte[]> entries = new HashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    if (!entries.keySet().containsAll(java.util.List.of("state.json", "actor.zip", "critic.zip"))) {
      throw new IOException(
          "checkpoint " + file + " is damaged; remove it to start the training anew");
    }
    JsonNode json = JSON.readTree(entries.get("state.json"));
    if (!json.path("fingerprint").asText().equals(fingerprint)) {
      throw new IOException(
          "checkpoint "
              + file
              + " is of another training run ("
              + json.path("fingerprint").asText()
              + "; this one is "
              + fingerprint
              + "); remove it to start anew, or name another --out");
    }
    PpoState state =
        new PpoState(
            fingerprint,
            restore(entries.get("actor.zip")),
            restore(entries.get("critic.zip")),
            new Normaliser(
                JSON.convertValue(json.path("mean"), float[].class),
                JSON.convertValue(json.path("deviation"), float[].class)));
    state.iteration = json.path("iteration").asInt();
    state.spentS = json.path("spent_s").asDouble();
    state.bestCost = json.path("best_cost").asDouble(Double.POSITIVE_INFINITY);
    state.bestIteration = json.path("best_iteration").asInt();
    state.sinceBest = json.path("since_best").asInt();
    state.bestWeights = JSON.convertValue(json.path("best_weights"), float[].class);
    state.scales = JSON.convertValue(json.path("head_scales"), double[].class);
    state.startCosts = JSON.convertValue(json.path("start_costs"), double[].class);
    state.curve.append(json.path("curve").asText());
    return state;
  }

  private static byte[] model(MultiLayerNetwork network) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelSerializer.writeModel(network, bytes, true);
    return bytes.toByteArray();
  }

  private static MultiLayerNetwork restore(byte[] bytes) throws IOException {
    return ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(bytes), true);
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }
}
