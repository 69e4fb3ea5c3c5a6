package io.rltune.policy.net;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.policy.features.FeatureSchema;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The bytes of a policy file. Equal policies give equal bytes: no dates, a fixed order. */
final class PolicyZip {
  private static final int FORMAT = 2;
  private static final int MAX_ENTRY_BYTES = 32 << 20;
  private static final String DESCRIPTION = "policy.json";
  private static final String WEIGHTS = "weights.bin";
  private static final String DL4J_MODEL = "dl4j-model.zip";
  private static final String PARITY = "parity.bin";

  /** Key of the training card whose text is a file of its own in the zip. */
  private static final String CURVE = "curve";

  private static final String CURVE_FILE = "training-curve.csv";
  private static final LocalDateTime NO_DATE = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private PolicyZip() {}

  static byte[] encode(Policy policy) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, DESCRIPTION, JSON.writeValueAsBytes(describe(policy)));
      put(zip, WEIGHTS, toBytes(policy.network().weights()));
      put(zip, DL4J_MODEL, policy.dl4jModel());
      put(zip, PARITY, toBytes(policy.probeOutputs()));
      String curve = policy.trainingCard().get(CURVE);
      if (curve != null) {
        put(zip, CURVE_FILE, curve.getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static ObjectNode describe(Policy policy) {
    ObjectNode description = JSON.createObjectNode();
    description.put("format", FORMAT);
    description.put("name", policy.name());
    description.put("schema_hash", FeatureSchema.hash());
    description.set("features", JSON.valueToTree(FeatureSchema.names()));
    description.set("layers", JSON.valueToTree(policy.network().sizes()));
    description.set("mean", JSON.valueToTree(policy.normaliser().mean()));
    description.set("deviation", JSON.valueToTree(policy.normaliser().deviation()));
    Map<String, String> card = policy.trainingCard();
    card.remove(CURVE);
    description.set("training", JSON.valueToTree(card));
    return description;
  }

  static Policy decode(InputStream in, String place) throws IOException {
    Map<String, byte[]> entries = unzip(in, place);
    JsonNode description = parse(require(entries, DESCRIPTION, place), place);
    int format = description.path("format").asInt();
    if (format != FORMAT) {
      throw new PolicyFileException(
          place + " has format " + description.path("format") + "; this release reads " + FORMAT);
    }
    String name = description.path("name").asText("unnamed");
    String hash = description.path("schema_hash").asText();
    if (!hash.equals(FeatureSchema.hash())) {
      throw new PolicyFileException(
          place
              + " ("
              + name
              + ") was trained on other features: schema_hash "
              + hash
              + ", this release has "
              + FeatureSchema.hash()
              + "; train it anew");
    }
    try {
      int[] layers = JSON.convertValue(description.path("layers"), int[].class);
      float[] mean = JSON.convertValue(description.path("mean"), float[].class);
      float[] deviation = JSON.convertValue(description.path("deviation"), float[].class);
      if (layers == null || mean == null || deviation == null) {
        throw new PolicyFileException(
            place + ": " + DESCRIPTION + " lacks layers, mean or deviation");
      }
      Map<String, String> card = card(description.path("training"));
      if (entries.containsKey(CURVE_FILE)) {
        card.put(CURVE, new String(entries.get(CURVE_FILE), StandardCharsets.UTF_8));
      }
      Policy policy =
          new Policy(
              name,
              new PlainMlp(layers, toFloats(require(entries, WEIGHTS, place), WEIGHTS, place)),
              new Normaliser(mean, deviation),
              card,
              require(entries, DL4J_MODEL, place),
              toFloats(require(entries, PARITY, place), PARITY, place));
      checkParity(policy, place);
      return policy;
    } catch (IllegalArgumentException e) {
      throw new PolicyFileException(place + " (" + name + "): " + e.getMessage(), e);
    }
  }

  /** The plain forward pass on this machine against Deeplearning4j's where it was trained. */
  private static void checkParity(Policy policy, String place) throws PolicyFileException {
    float[] plain = policy.network().forward(ParityProbe.rows(policy.network().inputs()));
    double difference = ParityProbe.difference(plain, policy.probeOutputs());
    if (!(difference <= ParityProbe.TOLERANCE)) {
      throw new PolicyFileException(
          place
              + " ("
              + policy.name()
              + "): its weights give outputs that differ by "
              + difference
              + " from those of Deeplearning4j in "
              + PARITY
              + ", more than "
              + ParityProbe.TOLERANCE
              + "; train it anew");
    }
  }

  private static Map<String, byte[]> unzip(InputStream in, String place) throws IOException {
    Map<String, byte[]> entries = new HashMap<>();
    try {
      ZipInputStream zip = new ZipInputStream(in);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] content = zip.readNBytes(MAX_ENTRY_BYTES + 1);
        if (content.length > MAX_ENTRY_BYTES) {
          throw new PolicyFileException(
              place + ": " + entry.getName() + " is larger than " + MAX_ENTRY_BYTES + " bytes");
        }
        entries.put(entry.getName(), content);
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // IllegalArgumentException: the JDK's answer to an entry name that is not UTF-8.
      throw new PolicyFileException(place + " is a damaged zip: " + e.getMessage(), e);
    }
    if (entries.isEmpty()) {
      throw new PolicyFileException(place + " is not a zip file");
    }
    return entries;
  }

  private static byte[] require(Map<String, byte[]> entries, String name, String place)
      throws PolicyFileException {
    byte[] content = entries.get(name);
    if (content == null) {
      throw new PolicyFileException(place + " has no " + name + "; it is not a whole policy");
    }
    return content;
  }

  private static JsonNode parse(byte[] json, String place) throws IOException {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new PolicyFileException(
          place + ": " + DESCRIPTION + " is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Map<String, String> card(JsonNode training) {
    Map<String, String> card = new TreeMap<>();
    training.properties().forEach(entry -> card.put(entry.getKey(), entry.getValue().asText()));
    return card;
  }

  private static byte[] toBytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  private static float[] toFloats(byte[] bytes, String entry, String place)
      throws PolicyFileException {
    if (bytes.length % Float.BYTES != 0) {
      throw new PolicyFileException(
          place + ": " + entry + " has " + bytes.length + " bytes, not whole 4-byte floats");
    }
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_DATE);
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
