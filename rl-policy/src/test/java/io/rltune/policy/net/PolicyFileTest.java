package io.rltune.policy.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFileTest {
  private static final int[] LAYERS = {FeatureSchema.WIDTH, 2, 1};

  @TempDir Path directory;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = directory.resolve("p.zip");
    PolicyFile.write(file, policy("one", 0.25f));
    Policy read = PolicyFile.read(file);
    assertThat(read.name()).isEqualTo("one");
    assertThat(read.network().sizes()).isEqualTo(LAYERS);
    assertThat(read.network().weights()).isEqualTo(policy("one", 0.25f).network().weights());
    assertThat(read.normaliser().mean()).isEqualTo(policy("one", 0).normaliser().mean());
    assertThat(read.normaliser().deviation()).isEqualTo(policy("one", 0).normaliser().deviation());
    assertThat(read.trainingCard()).containsEntry("seed", "1");
    assertThat(read.dl4jModel()).isEqualTo("model".getBytes(UTF_8));
  }

  @Test
  void equalPoliciesGiveEqualBytes() throws IOException {
    PolicyFile.write(directory.resolve("a.zip"), policy("one", 0.25f));
    PolicyFile.write(directory.resolve("b.zip"), policy("one", 0.25f));
    assertThat(directory.resolve("a.zip")).hasSameBinaryContentAs(directory.resolve("b.zip"));
  }

  @Test
  void overwritingKeepsThePreviousOneAndLeavesNothingElse() throws IOException {
    Path file = directory.resolve("p.zip");
    PolicyFile.write(file, policy("one", 1));
    PolicyFile.write(file, policy("two", 2));
    assertThat(PolicyFile.read(file).name()).isEqualTo("two");
    assertThat(PolicyFile.read(directory.resolve("p.zip.prev")).name()).isEqualTo("one");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void aPolicyThatCannotBeWrittenLeavesTheOldOne() throws IOException {
    Path missing = directory.resolve("nosuch").resolve("p.zip");
    assertThatThrownBy(() -> PolicyFile.write(missing, policy("one", 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nosuch");
  }

  @Test
  void refusesOtherFeatures() throws IOException {
    Map<String, byte[]> entries = entries();
    replace(entries, FeatureSchema.hash(), "0000");
    assertRefused(entries, "was trained on other features: schema_hash 0000");
  }

  @Test
  void refusesAnotherFormat() throws IOException {
    Map<String, byte[]> entries = entries();
    replace(entries, "\"format\" : 2", "\"format\" : 9");
    assertRefused(entries, "has format 9; this release reads 2");
  }

  @Test
  void refusesWeightsThatDoNotFit() throws IOException {
    Map<String, byte[]> entries = entries();
    entries.put("weights.bin", new byte[8]);
    assertRefused(entries, "weights, not 2");
    entries.put("weights.bin", new byte[7]);
    assertRefused(entries, "7 bytes, not whole 4-byte floats");
  }

  @Test
  void refusesWeightsThatDoNotGiveWhatDeeplearning4jGave() throws IOException {
    Map<String, byte[]> entries = entries();
    byte[] weights = entries.get("weights.bin").clone();
    ByteBuffer buffer = ByteBuffer.wrap(weights).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putFloat(0, buffer.getFloat(0) + 0.5f);
    entries.put("weights.bin", weights);
    assertRefused(entries, "differ by ");
    assertRefused(entries, "from those of Deeplearning4j in parity.bin");
  }

  @Test
  void keepsTheTrainingCurveAsAFileOfItsOwn() throws IOException {
    Policy shipped = NetworkScorer.shippedPolicy();
    Map<String, String> card = shipped.trainingCard();
    card.put("curve", "iteration,cost\n1,0.5\n");
    Path file = directory.resolve("curve.zip");
    PolicyFile.write(
        file, new Policy("p", shipped.network(), shipped.normaliser(), card, shipped.dl4jModel()));
    assertThat(PolicyFile.read(file).trainingCard()).isEqualTo(card);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.getEntry("training-curve.csv")).isNotNull();
    }
  }

  @Test
  void refusesWeightsThatAreNotNumbers() throws IOException {
    Map<String, byte[]> entries = entries();
    byte[] weights = entries.get("weights.bin").clone();
    ByteBuffer.wrap(weights).order(ByteOrder.LITTLE_ENDIAN).putFloat(8, Float.NaN);
    entries.put("weights.bin", weights);
    assertRefused(entries, "weight 2 is NaN");
  }

  @Test
  void refusesANormaliserThatCannotScale() throws IOException {
    Map<String, byte[]> entries = entries();
    replace(entries, "\"deviation\" : [ 0.5", "\"deviation\" : [ 0.0");
    assertRefused(entries, "deviation 0.0");
  }

  @Test
  void refusesANetworkOfAnotherWidth() throws IOException {
    Map<String, byte[]> entries = entries();
    replace(entries, "\"layers\" : [ " + FeatureSchema.WIDTH, "\"layers\" : [ 3");
    entries.put("weights.bin", new byte[4 * PlainMlp.weightCount(new int[] {3, 2, 1})]);
    assertRefused(entries, "takes 3 inputs");
  }

  @Test
  void refusesAFileThatLacksAPart() throws IOException {
    for (String name : entries().keySet()) {
      Map<String, byte[]> entries = entries();
      entries.remove(name);
      assertRefused(entries, "has no " + name);
    }
  }

  @Test
  void refusesADescriptionThatIsNoJsonOrSaysTooLittle() throws IOException {
    Map<String, byte[]> entries = entries();
    entries.put("policy.json", "{\"format\"".getBytes(UTF_8));
    assertRefused(entries, "policy.json is not JSON");
    entries.put(
        "policy.json",
        ("{\"format\":2,\"schema_hash\":\"" + FeatureSchema.hash() + "\"}").getBytes(UTF_8));
    assertRefused(entries, "lacks layers, mean or deviation");
  }

  @Test
  void refusesADamagedOrForeignFileByName() throws IOException {
    Path file = directory.resolve("p.zip");
    PolicyFile.write(file, policy("one", 1));
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length / 2; length += 97) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> PolicyFile.read(file))
          .isInstanceOf(PolicyFileException.class)
          .hasMessageContaining("p.zip");
    }
    Files.writeString(file, "not a zip");
    assertThatThrownBy(() -> PolicyFile.read(file)).hasMessageContaining("is not a zip file");
  }

  /** Any byte, damaged in any way: the policy is refused by name, or it is the same policy. */
  @Test
  void aDamagedByteNeverGivesOtherWeights() throws IOException {
    Path file = directory.resolve("p.zip");
    PolicyFile.write(file, policy("one", 0.25f));
    byte[] whole = Files.readAllBytes(file);
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int flip : new int[] {0x01, 0x80, 0xff}) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) flip;
        try {
          Policy read = PolicyFile.read(new ByteArrayInputStream(damaged));
          assertThat(read.network().weights()).isEqualTo(policy("one", 0.25f).network().weights());
        } catch (PolicyFileException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(whole.length);
  }

  private static Policy policy(String name, float weight) {
    float[] weights = new float[PlainMlp.weightCount(LAYERS)];
    Arrays.fill(weights, weight);
    float[] mean = new float[FeatureSchema.WIDTH];
    float[] deviation = new float[FeatureSchema.WIDTH];
    Arrays.fill(mean, 0.1f);
    Arrays.fill(deviation, 0.5f);
    return new Policy(
        name,
        new PlainMlp(LAYERS, weights),
        new Normaliser(mean, deviation),
        Map.of("seed", "1"),
        "model".getBytes(UTF_8));
  }

  private Map<String, byte[]> entries() throws IOException {
    Path file = directory.resolve("whole.zip");
    PolicyFile.write(file, policy("one", 0.25f));
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    return entries;
  }

  private static void replace(Map<String, byte[]> entries, String from, String to) {
    String json = new String(entries.get("policy.json"), UTF_8);
    assertThat(json).contains(from);
    entries.put("policy.json", json.replace(from, to).getBytes(UTF_8));
  }

  private static void assertRefused(Map<String, byte[]> entries, String reason) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    assertThatThrownBy(() -> PolicyFile.read(new ByteArrayInputStream(bytes.toByteArray())))
        .isInstanceOf(PolicyFileException.class)
        .hasMessageContaining(reason);
  }
}
