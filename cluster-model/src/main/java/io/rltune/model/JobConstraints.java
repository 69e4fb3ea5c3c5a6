package io.rltune.model;

import java.util.List;

/**
 * Where a job may run, as its user, or RLTune by a lease, asked.
 *
 * @param requiredNodes node names of ReqNodeList: the job gets ALL of these
 * @param excludedNodes node names that it must not get
 * @param features the constraint expression as given, e.g. {@code "a100&ib"}, or empty
 * @param reservation name of its reservation, or empty
 * @param dependency its dependency expression, or empty
 * @param distribution task distribution when it is {@code arbitrary}, else empty
 * @param licenses licences it asks for, or empty
 * @param otherGres generic resources that it asks for in a way that {@link ResourceRequest} has no
 *     words for, e.g. {@code fpga:1 per socket}
 */
public record JobConstraints(
    List<String> requiredNodes,
    List<String> excludedNodes,
    String features,
    String reservation,
    String dependency,
    String distribution,
    String licenses,
    List<String> otherGres) {
  public static final JobConstraints NONE =
      new JobConstraints(List.of(), List.of(), "", "", "", "", "");

  public JobConstraints {
    requiredNodes = List.copyOf(requiredNodes);
    excludedNodes = List.copyOf(excludedNodes);
    otherGres = List.copyOf(otherGres);
  }

  /** Constraints of a job whose generic resources are all in its request. */
  public JobConstraints(
      List<String> requiredNodes,
      List<String> excludedNodes,
      String features,
      String reservation,
      String dependency,
      String distribution,
      String licenses) {
    this(
        requiredNodes,
        excludedNodes,
        features,
        reservation,
        dependency,
        distribution,
        licenses,
        List.of());
  }
}
