package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real replays: the shipped policy against its own opposite. */
class CandidateGateTest {
  private static final ClusterSpec CLUSTER =
      ClusterFile.parse(
          """
          name: small
          nodes:
            - {names: "n[1-4]", gpu_type: a100, gpus: 4, cpus: 16, mem_mb: 64000}
          partitions:
            - {name: gpu, nodes: "n[1-4]", default: true}
          """,
          "CandidateGateTest");

  private static final CandidateGate GATE = new CandidateGate("rltune-order", 40, 26);

  @TempDir private Path directory;

  /** Short and long jobs of one GPU, which ask for twice what they need, in a queue. */
  private static TraceSection weeks() {
    Random random = new Random(4);
    List<WorkloadJob> jobs = new ArrayList<>();
    double atS = 0;
    for (int i = 0; i < 1_100; i++) {
      atS += 160 * -Math.log(1 - random.nextDouble());
      double runS = random.nextInt(3) == 0 ? 7_200 : 300 + random.nextInt(600);
      int gpus = 1;
      jobs.add(
          new WorkloadJob(
              i,
              atS,
              "u" + i % 7,
              "acc",
              "",
              gpus,
              "",
              1,
              gpus,
              0,
              runS,
              (long) (2 * runS),
              "job" + i,
              ""));
    }
    return new TraceSection("made up", CLUSTER, jobs, 0, jobs.size());
  }

  private Path opposite() throws Exception {
    Policy shipped = NetworkScorer.shippedPolicy();
    int[] sizes = shipped.network().sizes();
    float[] weights = shipped.network().weights();
    // The last layer's weights, and its bias, are the last of all.
    for (int i = weights.length - sizes[sizes.length - 2] - 1; i < weights.length; i++) {
      weights[i] = -weights[i];
    }
    Path file = directory.resolve("opposite.zip");
    PolicyFile.write(
        file,
        new Policy(
            "opposite", new PlainMlp(sizes, weights), shipped.normaliser(), Map.of(), new byte[0]));
    return file;
  }

  private Path shipped() throws Exception {
    Path file = directory.resolve("shipped.zip");
    PolicyFile.write(file, NetworkScorer.shippedPolicy());
    return file;
  }

  @Test
  void theBetterPolicyReplacesTheWorseOne() throws Exception {
    GateVerdict verdict = GATE.judge(Optional.of(opposite()), shipped(), weeks(), line -> {});

    assertThat(verdict.line()).startsWith("accepted");
    assertThat(verdict.windows()).isEqualTo(26);
    assertThat(verdict.episodes()).isEqualTo(208);
    assertThat(verdict.waits().value()).isLessThan(0.95);
  }

  @Test
  void theWorseDoesNotReplaceTheBetter() throws Exception {
    GateVerdict verdict = GATE.judge(Optional.empty(), opposite(), weeks(), line -> {});

    assertThat(verdict.accepted()).as(verdict.line()).isFalse();
    assertThat(verdict.waits().value()).isGreaterThan(1);
  }

  @Test
  void aCopyIsNoBetter() throws Exception {
    GateVerdict verdict = GATE.judge(Optional.empty(), shipped(), weeks(), line -> {});

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.waits().value()).isEqualTo(1);
  }
}
