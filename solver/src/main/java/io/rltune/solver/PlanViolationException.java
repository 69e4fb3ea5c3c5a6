package io.rltune.solver;

/** Placements that break a rule of their instance; the message names the rule and the thing. */
public final class PlanViolationException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public PlanViolationException(String message) {
    super(message);
  }
}
