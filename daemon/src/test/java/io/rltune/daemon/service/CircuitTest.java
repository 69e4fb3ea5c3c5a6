package io.rltune.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.ControllerLoad;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private final AskedSlurm slurm = new AskedSlurm();
  private Instant now = Instant.ofEpochSecond(1_800_000_000);
  private Circuit circuit;
  private PollPace pace;

  @BeforeEach
  void open() throws Exception {
    InstantSource source = () -> now;
    Clock clock = source.withZone(ZoneOffset.UTC);
    circuit = new Circuit(slurm, clock);
    pace = new PollPace(ConfigTexts.config("daemon: {interval: 10s}\n"), () -> 0.5);
  }

  @Test
  void aClosedCircuitAsksNothing() {
    pace.failed();
    pace.failed();
    assertThat(circuit.problem(pace)).isEmpty();
    assertThat(slurm.probes).isZero();
  }

  @Test
  void anOpenOneSendsAPingAndOnlyAnAnswerLetsACycleThrough() {
    for (int i = 0; i < PollPace.FAILURES_TO_OPEN; i++) {
      pace.failed();
    }
    slurm.alive = false;
    assertThat(circuit.problem(pace)).contains("only a ping every 60 s", "connection refused");
    slurm.alive = true;
    assertThat(circuit.problem(pace)).as("half open").isEmpty();
    pace.failed();
    slurm.alive = false;
    assertThat(circuit.problem(pace)).as("the cycle failed: open again").isNotEmpty();
    pace.succeeded(Duration.ofMillis(5));
    assertThat(circuit.problem(pace)).as("closed").isEmpty();
    assertThat(slurm.probes).isEqualTo(3);
  }

  @Test
  void asksForTheLoadOnceAMinuteAndAFailureChangesNothing() {
    slurm.load = new ControllerLoad(0, 300, 0);
    for (int i = 0; i < 3; i++) {
      circuit.observeLoad(pace);
      now = now.plusSeconds(20);
    }
    assertThat(slurm.loads).isEqualTo(1);
    assertThat(pace.steady()).isEqualTo(Duration.ofSeconds(20));
    slurm.alive = false;
    circuit.observeLoad(pace);
    assertThat(slurm.loads).isEqualTo(2);
    assertThat(pace.steady()).isEqualTo(Duration.ofSeconds(20));
  }

  /** Counts the small questions. */
  private static final class AskedSlurm implements SlurmGateway {
    boolean alive = true;
    int probes;
    int loads;
    ControllerLoad load = new ControllerLoad(0, 0, 0);

    @Override
    public void probe() throws SlurmException {
      probes++;
      refuseWhenDead();
    }

    @Override
    public Optional<ControllerLoad> load() throws SlurmException {
      loads++;
      refuseWhenDead();
      return Optional.of(load);
    }

    private void refuseWhenDead() throws SlurmException {
      if (!alive) {
        throw new SlurmException(
            new SlurmError(SlurmError.Kind.UNREACHABLE, "GET ping", "connection refused", 0, 0));
      }
    }

    @Override
    public ClusterSnapshot snapshot() {
      throw new AssertionError("no cycle is run here");
    }

    @Override
    public Job job(long jobId) {
      throw new AssertionError("no job is read here");
    }

    @Override
    public List<Optional<SlurmError>> write(List<JobUpdate> updateList, Duration patience) {
      throw new AssertionError("nothing is written here");
    }

    @Override
    public String describe() {
      return "asked";
    }

    @Override
    public void close() {}
  }
}
