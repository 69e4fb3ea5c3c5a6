package io.rltune.solver;

import java.util.function.BiFunction;
import java.util.function.Supplier;
import jscip.Scip;

/**
 * What solves models; either throws {@link jscip.ScipUnavailableException} where its library is
 * missing.
 *
 * @param scip makes a SCIP
 * @param relaxation makes the relaxation of a model that ends at a deadline
 */
record Solvers(Supplier<Scip> scip, BiFunction<MilpModel, Deadline, Relaxation> relaxation) {
  /** The libraries that come with RLTune. */
  static final Solvers OURS = new Solvers(Scip::new, Relaxation::new);

  /** With another SCIP. */
  static Solvers with(Supplier<Scip> scip) {
    return new Solvers(scip, OURS.relaxation);
  }
}
