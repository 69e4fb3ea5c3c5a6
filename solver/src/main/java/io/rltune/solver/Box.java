package io.rltune.solver;

/**
 * Bounds of all variables of a model, to be narrowed.
 *
 * @param lower least value, by variable
 * @param upper largest value, by variable
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Box(double[] lower, double[] upper) {
  /** The model's own bounds. */
  static Box of(MilpModel model) {
    Box box = new Box(new double[model.size()], new double[model.size()]);
    for (int i = 0; i < model.size(); i++) {
      box.lower[i] = model.columns().get(i).lower();
      box.upper[i] = model.columns().get(i).upper();
    }
    return box;
  }

  Box copy() {
    return new Box(lower.clone(), upper.clone());
  }

  boolean isFixed(int variable) {
    return lower[variable] == upper[variable];
  }
}
