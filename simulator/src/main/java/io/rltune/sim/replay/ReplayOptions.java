package io.rltune.sim.replay;

import io.rltune.sim.engine.SlurmParams;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;

/**
 * How a replay is run. The textbook policies (fcfs, the -easy orders, wfp3, unicep, f1, qssf)
 * decide at once at every event and start without delay; everything named multifactor, milp or
 * rltune runs on Slurm's schedulers with the parameters given here.
 *
 * @param slurm scheduler and priority settings, start delay among them
 * @param seed seed of everything random: node failures
 * @param failures node failure model
 * @param cycleS seconds between two cycles of RLTune, positive
 * @param decisionWindow most jobs from the head of the order that one decision of RLTune looks at,
 *     positive
 */
@RecordBuilder
public record ReplayOptions(
    SlurmParams slurm, long seed, NodeFailures failures, double cycleS, int decisionWindow)
    implements ReplayOptionsBuilder.With {

  public ReplayOptions {
    Objects.requireNonNull(slurm, "slurm");
    Objects.requireNonNull(failures, "failures");
    if (!(cycleS > 0)) {
      throw new IllegalArgumentException("cycle of " + cycleS + " s must be positive");
    }
    if (decisionWindow < 1) {
      throw new IllegalArgumentException("decision window " + decisionWindow + " must be positive");
    }
  }

  /** A usual site's Slurm, seed 1, no failures, a cycle a minute, 256 jobs a decision. */
  public static ReplayOptions defaults() {
    return new ReplayOptions(SlurmParams.defaults(), 1, NodeFailures.NONE, 60, 256);
  }
}
