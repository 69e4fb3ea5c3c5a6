package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.rest.RecordArray;
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
   * longer shows which jobs are exclusive, and v0.0.39 last, because it does not show which
   * partitions are up.
   */
  private static final List<ApiAdapter> KNOWN =
      List.of(
          new ApiV44(),
          new ApiV43(),
          new ApiV42(),
          new ApiV41(),
          new ApiV40(),
          new ApiV45(VersionRange.name(ApiV45.NUMBER)),
          new ApiV38(),
          new ApiV39());

  private static final Pattern IN_PATH = Pattern.compile("slurm\\\\?/(v0\\.0\\.\\d+)\\\\?/");
  private static final Pattern IN_META = Pattern.compile("v0\\.0\\.\\d+");
  private static final int MOST_OPENAPI_BYTES = 16 << 20;

  /** Most versions beyond the known ones that are asked for. */
  private static final int MOST_NEWER = 20;

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

  /** The adapter of a version; one newer than all we know is read like the newest. */
  public static Optional<ApiAdapter> adapter(String version) {
    Optional<ApiAdapter> known =
        KNOWN.stream().filter(adapter -> adapter.version().equals(version)).findFirst();
    boolean newer = VersionRange.numberOf(version) > ApiV45.NUMBER;
    return known.or(() -> newer ? Optional.of(new ApiV45(version)) : Optional.empty());
  }

  /** The adapter for a captured answer, by its {@code meta}; v0.0.42 where that does not tell. */
  public static ApiAdapter ofMeta(JsonNode meta) {
    String told =
        meta.path("plugin").path("data_parser").asText("")
            + " "
            + meta.path("plugin").path("type").asText("");
    Matcher matcher = IN_META.matcher(told);
    String version = matcher.find() ? matcher.group() : "";
    boolean flat = meta.has("Slurm");
    return adapter(version).orElseGet(() -> flat ? new ApiV38() : new ApiV42());
  }

  /**
   * The adapters within a range, by preference: known ones first, then newer ones, oldest first.
   */
  static List<ApiAdapter> candidates(VersionRange range) {
    List<ApiAdapter> candidateList = new ArrayList<>();
    KNOWN.stream().filter(adapter -> range.contains(adapter.version())).forEach(candidateList::add);
    int first = Math.max(range.oldest(), ApiV45.NUMBER + 1);
    int last = Math.min(range.newest(), first + MOST_NEWER - 1);
    for (int number = first; number <= last; number++) {
      candidateList.add(new ApiV45(VersionRange.name(number)));
    }
    return candidateList;
  }

  /**
   * Pings each version within the range, by preference, until one answers.
   *
   * @throws SlurmException of kind VERSION when none is in common, else what stopped the ping
   */
  public static Agreed negotiate(RestClient rest, VersionRange wanted) throws SlurmException {
    for (ApiAdapter adapter : candidates(wanted)) {
      try {
        return ping(rest, adapter);
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
            "no API version in common: slurm.api_version allows "
                + wanted
                + ", we know "
                + String.join(", ", known())
                + "; slurmrestd offers "
                + offered(rest),
            0,
            0));
  }

  private static Agreed ping(RestClient rest, ApiAdapter adapter) throws SlurmException {
    List<JsonNode> pingList = new ArrayList<>();
    String base = "/slurm/" + adapter.version();
    AnswerReader.Envelope answer = rest.get(base + "/ping", RecordArray.of("pings"), pingList::add);
    if (!isUp(pingList)) {
      // 24.11 says DOWN of a controller that refuses our token; a read says why.
      rest.get(base + "/licenses", RecordArray.NONE, licence -> {});
    }
    return new Agreed(adapter, adapter.release(answer.meta()));
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
