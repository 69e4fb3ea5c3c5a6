package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.rest.RestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The API versions that we speak, and which of them a slurmrestd speaks too. */
public final class ApiVersions {
  /**
   * By preference: newest first, but v0.0.45 only where nothing else is served, because it no
   * longer shows which jobs are exclusive. v0.0.39 and v0.0.46 are left out until captured answers
   * prove them.
   */
  private static final List<ApiAdapter> KNOWN =
      List.of(
          new ApiV42("v0.0.44"),
          new ApiV42("v0.0.43"),
          new ApiV42("v0.0.42"),
          new ApiV42("v0.0.41"),
          new ApiV42("v0.0.40"),
          new ApiV42("v0.0.45"),
          new ApiV38());

  private static final Pattern IN_PATH = Pattern.compile("slurm\\\\?/(v0\\.0\\.\\d+)\\\\?/");
  private static final Pattern IN_META = Pattern.compile("v0\\.0\\.\\d+");
  private static final int MOST_OPENAPI_BYTES = 16 << 20;

  /**
   * A version in common.
   *
   * @param adapter its adapter
   * @param release release of Slurm, e.g. {@code 22.05.8}
   */
  public record Agreed(ApiAdapter adapter, String release) {}

  private ApiVersions() {}

  /** The versions that we speak, by preference. */
  public static List<String> known() {
    return KNOWN.stream().map(ApiAdapter::version).toList();
  }

  /** The adapter of a version. */
  public static Optional<ApiAdapter> adapter(String version) {
    return KNOWN.stream().filter(adapter -> adapter.version().equals(version)).findFirst();
  }

  /** The adapter for a captured answer, by its {@code meta}; v0.0.42 where that does not tell. */
  public static ApiAdapter ofMeta(JsonNode meta) {
    String told =
        meta.path("plugin").path("data_parser").asText("")
            + " "
            + meta.path("plugin").path("type").asText("");
    Matcher matcher = IN_META.matcher(told);
    String version = matcher.find() ? matcher.group() : "v0.0.42";
    boolean flat = meta.has("Slurm");
    return adapter(version).orElseGet(() -> flat ? new ApiV38() : new ApiV42(version));
  }

  /**
   * Pings each version, by preference, until one answers.
   *
   * @param wanted {@code auto} or one version
   * @throws SlurmException of kind VERSION when none is in common, else what stopped the ping
   */
  public static Agreed negotiate(RestClient rest, String wanted) throws SlurmException {
    List<ApiAdapter> candidateList =
        wanted.equals("auto") ? KNOWN : adapter(wanted).map(List::of).orElse(List.of());
    for (ApiAdapter adapter : candidateList) {
      try {
        List<JsonNode> pingList = new ArrayList<>();
        String path = "/slurm/" + adapter.version() + "/ping";
        AnswerReader.Envelope answer = rest.get(path, "pings", pingList::add);
        if (!isUp(pingList)) {
          // 24.11 says DOWN of a controller that refuses our token; a read says why.
          rest.get("/slurm/" + adapter.version() + "/licenses", "", licence -> {});
        }
        return new Agreed(adapter, adapter.release(answer.meta()));
      } catch (SlurmException e) {
        if (e.error().kind() != Kind.VERSION && e.error().httpStatus() != 404) {
          throw e;
        }
      }
    }
    throw new SlurmException(
        new SlurmError(
            Kind.VERSION,
            "negotiation",
            "no API version in common: we speak "
                + (wanted.equals("auto") ? String.join(", ", known()) : wanted)
                + (candidateList.isEmpty() ? " (unknown to us)" : "")
                + "; slurmrestd offers "
                + offered(rest),
            0,
            0));
  }

  private static boolean isUp(List<JsonNode> pingList) {
    return pingList.stream()
        .anyMatch(
            ping ->
                ping.path("ping").asText(ping.path("pinged").asText("")).equals("UP")
                    || ping.path("responding").asBoolean(false));
  }

  private static String offered(RestClient rest) {
    try {
      Matcher matcher = IN_PATH.matcher(rest.text("/openapi/v3", MOST_OPENAPI_BYTES));
      TreeSet<String> versions = new TreeSet<>();
      while (matcher.find()) {
        versions.add(matcher.group(1));
      }
      return versions.isEmpty() ? "none" : versions.stream().collect(Collectors.joining(", "));
    } catch (SlurmException e) {
      return "a list that cannot be read (" + e.error().kind() + ")";
    }
  }
}
