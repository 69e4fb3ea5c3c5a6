package io.rltune.sim.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.cluster.NodeNames;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.UpdateException;
import io.rltune.sim.rest.Envelope.ErrorEntry;
import io.rltune.sim.rest.Envelope.WarningEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code POST /job/{id}}. Understands priority, site_factor, nice and required_nodes; any other
 * field is answered like one that Slurm does not know. As in Slurm, a field that cannot be parsed
 * fails the request under HTTP 200 and nothing is applied.
 */
final class JobUpdateHandler {
  /** How site_factor travels: 2^31 stands for 0 (slurm.h, NICE_OFFSET). */
  private static final long SITE_FACTOR_ZERO = 1L << 31;

  private static final long NO_VAL = 0xFFFF_FFFEL;
  private static final long INFINITE = 0xFFFF_FFFFL;

  private final ClusterSim sim;
  private final Envelope envelope;
  private final Runnable confirmed;

  /** A handler that runs {@code confirmed} after each update that was applied. */
  JobUpdateHandler(ClusterSim sim, Envelope envelope, Runnable confirmed) {
    this.sim = sim;
    this.envelope = envelope;
    this.confirmed = confirmed;
  }

  /** One parsed field, ready to be applied. */
  private interface Change {
    void apply() throws UpdateException;
  }

  Answer handle(String jobId, byte[] body) {
    if (!jobId.matches("\\d{1,18}")) {
      return answer(
          422,
          List.of(
              new ErrorEntry(
                  "Rejecting request. Submit job update against Array Job's JobID instead of array"
                      + " task id.",
                  9000,
                  "Query empty or not RFC7320 compliant",
                  "_job_post_update")),
          List.of());
    }
    JsonNode update;
    try {
      update = Json.MAPPER.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      return Answer.text(400, "Unable to parse query.");
    }
    if (!update.isObject()) {
      return Answer.text(400, "Unable to parse query.");
    }
    return new Parsing(Long.parseLong(jobId)).run((ObjectNode) update);
  }

  private Answer answer(int status, List<ErrorEntry> errors, List<WarningEntry> warnings) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putNull("results");
    return Answer.json(status, envelope.close(body, errors, warnings));
  }

  private final class Parsing {
    private final long id;
    private final List<Change> changes = new ArrayList<>();
    private final List<ErrorEntry> errors = new ArrayList<>();
    private final List<WarningEntry> warnings = new ArrayList<>();

    Parsing(long id) {
      this.id = id;
    }

    Answer run(ObjectNode update) {
      for (Iterator<Map.Entry<String, JsonNode>> it = update.fields(); it.hasNext(); ) {
        Map.Entry<String, JsonNode> field = it.next();
        parse(field.getKey(), field.getValue());
      }
      if (!errors.isEmpty()) {
        errors.add(
            new ErrorEntry(
                "Rejecting request. Failure parsing job update request.",
                9000,
                "Query empty or not RFC7320 compliant",
                "_job_post_update"));
        return answer(200, errors, warnings);
      }
      try {
        for (Change change : changes) {
          change.apply();
        }
        if (changes.isEmpty() && sim.job(id).isEmpty()) {
          return answer(404, List.of(ErrorEntry.of(UpdateException.Code.INVALID_JOB_ID)), warnings);
        }
      } catch (UpdateException e) {
        int status = e.code() == UpdateException.Code.INVALID_JOB_ID ? 404 : 500;
        return answer(status, List.of(ErrorEntry.of(e.code())), warnings);
      }
      confirmed.run();
      return answer(200, List.of(), warnings);
    }

    private void parse(String field, JsonNode value) {
      switch (field) {
        case "priority" -> parsePriority(value);
        case "site_factor" ->
            integer(field, value)
                .filter(raw -> raw != NO_VAL)
                .map(raw -> (int) Math.max(-SITE_FACTOR_ZERO, raw - SITE_FACTOR_ZERO))
                .ifPresent(factor -> changes.add(() -> sim.updateSiteFactor(id, factor)));
        case "nice" ->
            integer(field, value)
                .map(Long::intValue)
                .ifPresent(nice -> changes.add(() -> sim.updateNice(id, nice)));
        // Slurm looks at it before it looks at node lists, wherever it stands.
        case "account" -> changes.add(0, () -> sim.updateAccount(id, value.asText()));
        case "required_nodes" -> parseNodes(value);
        default ->
            warnings.add(
                new WarningEntry(
                    "Ignoring unknown field \"%s\" of type %s in DATA_PARSER_JOB_DESC_MSG"
                        .formatted(field, type(value)),
                    "#/" + field + "/"));
      }
    }

    private void parsePriority(JsonNode value) {
      if (value.isObject() && value.path("infinite").asBoolean(false)) {
        changes.add(() -> sim.resetPriority(id));
        return;
      }
      if (value.isObject() && !value.path("set").asBoolean(true)) {
        return;
      }
      JsonNode number = value.isObject() ? value.path("number") : value;
      integer("priority", number)
          .filter(priority -> priority != NO_VAL)
          .ifPresent(
              priority ->
                  changes.add(
                      () -> {
                        if (priority == INFINITE) {
                          sim.resetPriority(id);
                        } else {
                          sim.updatePriority(id, priority);
                        }
                      }));
    }

    /** {@code [""]} and null clear the list, {@code []} leaves it; a string is tolerated. */
    private void parseNodes(JsonNode value) {
      List<String> texts = new ArrayList<>();
      if (value.isArray()) {
        if (value.isEmpty()) {
          return;
        }
        value.forEach(element -> texts.add(element.asText()));
      } else if (value.isTextual()) {
        warnings.add(
            new WarningEntry(
                "Expected OpenAPI type=array (Slurm type=list) but got OpenAPI type=string (Slurm"
                    + " type=string): \""
                    + value.asText()
                    + "\"",
                "#/required_nodes/"));
        texts.add(value.asText());
      }
      changes.add(() -> sim.updateNodeList(id, names(texts)));
    }

    /** A malformed host list reaches slurmctld as the name of a node that does not exist. */
    private List<String> names(List<String> texts) {
      String hostlist = String.join(",", texts.stream().filter(text -> !text.isBlank()).toList());
      if (hostlist.isEmpty()) {
        return List.of();
      }
      try {
        return NodeNames.expand(hostlist);
      } catch (IllegalArgumentException e) {
        return List.of(hostlist);
      }
    }

    private Optional<Long> integer(String field, JsonNode value) {
      if (value.isIntegralNumber() && value.canConvertToLong()) {
        return Optional.of(value.asLong());
      }
      if (value.isTextual() && value.asText().matches("-?\\d{1,18}")) {
        return Optional.of(Long.parseLong(value.asText()));
      }
      errors.add(
          new ErrorEntry(
              "Expected integer but got " + value,
              9202,
              "Unable to convert Data type",
              "#/" + field + "/"));
      return Optional.empty();
    }

    private static String type(JsonNode value) {
      if (value.isIntegralNumber()) {
        return "64 bit integer";
      }
      return switch (value.getNodeType()) {
        case STRING -> "string";
        case ARRAY -> "list";
        case OBJECT -> "dictionary";
        case BOOLEAN -> "boolean";
        case NUMBER -> "floating point number";
        default -> "null";
      };
    }
  }
}
