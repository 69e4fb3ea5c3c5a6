package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.AccessReport.Access;
import io.rltune.slurm.AccessReport.Level;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.Verdict;
import io.rltune.slurm.scontrol.Scontrol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out what we may do, without touching a job: slurmctld checks for an operator before it
 * looks for the reservation that is to be changed (controller/rpc: {@code _slurm_rpc_resv_update},
 * {@code _slurm_rpc_resv_delete}), so a change of one that does not exist tells by its error. Where
 * REST has no such call (before v0.0.43) the user's AdminLevel in slurmdbd tells.
 */
final class AccessProbe {
  private static final String NO_SUCH_RESERVATION = "Requested reservation is invalid";
  private static final int ERRNO_NO_SUCH_RESERVATION = 2053;
  private static final Pattern SETTING = Pattern.compile("(\\w+)\\s*= ?(.*)");

  private final RestClient rest;
  private final String version;
  private final Optional<Scontrol> scontrol;
  private final String reservation = "rltune-probe-" + UUID.randomUUID();

  AccessProbe(RestClient rest, String version, Optional<Scontrol> scontrol) {
    this.rest = rest;
    this.version = version;
    this.scontrol = scontrol;
  }

  AccessReport run() {
    return new AccessReport(rest(), scontrol(), controller());
  }

  private Access rest() {
    SlurmError answer = rest.delete("/slurm/" + version + "/reservation/" + reservation);
    if (answer.slurmErrno() == ERRNO_NO_SUCH_RESERVATION
        || answer.message().contains(NO_SUCH_RESERVATION)) {
      return new Access(Level.OPERATOR, "slurmctld takes its user for an operator");
    }
    if (answer.kind() == Kind.PERMISSION) {
      return new Access(Level.NONE, "slurmctld says: " + answer.message());
    }
    if (answer.kind() == Kind.AUTH || answer.kind() == Kind.UNREACHABLE) {
      return new Access(Level.UNAVAILABLE, answer.toString());
    }
    return adminLevel();
  }

  private Access adminLevel() {
    Optional<String> user = rest.userName();
    if (user.isEmpty()) {
      return new Access(Level.UNKNOWN, "this API version tells only a named user's rights");
    }
    List<JsonNode> found = new ArrayList<>();
    try {
      rest.get("/slurmdb/" + version + "/user/" + user.get(), "users", found::add);
    } catch (SlurmException e) {
      return new Access(Level.UNKNOWN, "slurmdbd does not tell: " + e.error().message());
    }
    for (JsonNode record : found) {
      JsonNode told = record.path("administrator_level");
      String level = (told.isArray() ? told.path(0) : told).asText("");
      if (record.path("name").asText("").equals(user.get()) && !level.isEmpty()) {
        String lower = level.toLowerCase(Locale.ROOT);
        boolean enough = lower.startsWith("operator") || lower.startsWith("admin");
        return new Access(
            enough ? Level.OPERATOR : Level.NONE, "AdminLevel of " + user.get() + " is " + level);
      }
    }
    return new Access(Level.NONE, "slurmdbd does not know user " + user.get());
  }

  private Access scontrol() {
    if (scontrol.isEmpty()) {
      return new Access(Level.UNAVAILABLE, "not configured");
    }
    try {
      String said = scontrol.get().text("update", "reservationname=" + reservation, "duration=1");
      if (said.contains(NO_SUCH_RESERVATION)) {
        return new Access(Level.OPERATOR, "slurmctld takes its user for an operator");
      }
      boolean refused = said.contains("Invalid user id") || said.contains("ermission denied");
      return new Access(
          refused ? Level.NONE : Level.UNAVAILABLE, "it says: " + Verdict.clean(said));
    } catch (IOException e) {
      return new Access(Level.UNAVAILABLE, Verdict.clean(String.valueOf(e.getMessage())));
    }
  }

  private Map<String, String> controller() {
    Map<String, String> settings = new HashMap<>();
    if (scontrol.isPresent()) {
      try {
        for (String line : scontrol.get().text("show", "config").split("\n")) {
          Matcher matcher = SETTING.matcher(line.strip());
          if (matcher.matches()) {
            settings.putIfAbsent(matcher.group(1), matcher.group(2).strip());
          }
        }
      } catch (IOException e) {
        return Map.of();
      }
    }
    return settings;
  }
}
