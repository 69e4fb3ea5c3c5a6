package io.rltune.sim.walltime;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How jobs without a requested walltime get one. */
public enum WalltimeModel {
  /** The true runtime, rounded up to a second: what a perfect user would ask. */
  ORACLE("oracle"),
  /** A popular value above the true runtime, as users choose them; see {@link ModalWalltimes}. */
  MODAL("modal"),
  /** None: the job has the limit of its partition, a year where that has none. */
  NONE("none");

  private final String label;

  WalltimeModel(String label) {
    this.label = label;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /**
   * The model of a name.
   *
   * @throws IllegalArgumentException for an unknown name, listing the known ones
   */
  public static WalltimeModel of(String label) {
    return Arrays.stream(values())
        .filter(model -> model.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown walltime model '%s'; known are %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(WalltimeModel::label)
                                .collect(Collectors.joining(", ")))));
  }
}
