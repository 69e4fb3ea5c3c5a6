package io.rltune.sim.trace;

import io.rltune.model.EditDistance;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The formats that can be read, by the name that the command line gives them. */
public enum TraceFormat {
  PHILLY("philly"),
  HELIOS("helios"),
  HELIOS_USERS("helios-users"),
  PAI("pai"),
  OPENB("openb"),
  RFOLD("rfold"),
  RLTUNE19("rltune19"),
  SWF("swf"),
  SACCT("sacct");

  private final String label;

  TraceFormat(String label) {
    this.label = label;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /** All names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(TraceFormat::label).toList();
  }

  /**
   * The format of a name.
   *
   * @throws IllegalArgumentException for an unknown name, with the nearest known one
   */
  public static TraceFormat of(String label) {
    return Arrays.stream(values())
        .filter(format -> format.label.equals(label))
        .findFirst()
        .orElseThrow(() -> unknown(label));
  }

  LineParser parser(TraceOptions options) {
    return switch (this) {
      case PHILLY -> new PhillyParser();
      case HELIOS, PAI -> new TimedCsv(label);
      case HELIOS_USERS -> new HeliosUsersParser();
      case OPENB -> new OpenbParser();
      case RFOLD -> new RfoldParser();
      case RLTUNE19 -> new Rltune19Parser(options.cluster().gpusByType().size() > 1);
      case SWF ->
          new SwfParser(options.swfProcessorsAreGpus().orElse(options.cluster().totalGpus() > 0));
      case SACCT -> new SacctParser();
    };
  }

  private static IllegalArgumentException unknown(String label) {
    String nearest =
        labels().stream()
            .min(Comparator.comparingInt(known -> EditDistance.between(label, known)))
            .orElseThrow();
    return new IllegalArgumentException(
        "unknown trace format '%s'; did you mean %s? Known are %s"
            .formatted(label, nearest, String.join(", ", labels())));
  }
}
