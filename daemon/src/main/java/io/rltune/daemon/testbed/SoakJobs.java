package io.rltune.daemon.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The jobs as slurmctld has them; it keeps ended ones for an hour here (MinJobAge). */
final class SoakJobs {
  /**
   * One job.
   *
   * @param start when it started, seconds since the epoch; 0 before
   * @param end when it ended, seconds since the epoch; 0 where that is not known
   */
  record Job(
      long id,
      String state,
      String reason,
      int nodes,
      String requiredNodes,
      long nice,
      int restarts,
      String exitCode,
      String nodeList,
      long start,
      long end) {}

  private static final Pattern NOT_STARTABLE =
      Pattern.compile("Killing non-startable batch JobId=(\\d+): Job credential revoked");

  private SoakJobs() {}

  static Map<Long, Job> read(Lab lab) throws IOException, InterruptedException {
    Map<Long, Job> jobs = new TreeMap<>();
    for (String line : lab.slurm("scontrol", "-o", "show", "jobs").lines().toList()) {
      Map<String, String> fields = new HashMap<>();
      for (String word : line.split(" ")) {
        int equals = word.indexOf('=');
        if (equals > 0) {
          fields.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
        }
      }
      if (fields.containsKey("JobId")) {
        Job job = job(fields);
        jobs.put(job.id(), job);
      }
    }
    return jobs;
  }

  /**
   * Jobs that slurmctld started, forgot in a crash, and could not start again: slurmd had killed
   * them when the crash left them unknown, and does not launch what it has killed.
   */
  static Set<Long> forgotten(Lab lab) throws IOException {
    return forgotten(Files.readString(lab.directory().resolve("log/slurmctld.log")));
  }

  static Set<Long> forgotten(String log) {
    return NOT_STARTABLE
        .matcher(log)
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .collect(Collectors.toSet());
  }

  private static Job job(Map<String, String> fields) {
    return new Job(
        Long.parseLong(fields.get("JobId")),
        fields.get("JobState"),
        fields.getOrDefault("Reason", ""),
        Integer.parseInt(fields.getOrDefault("NumNodes", "0").split("-")[0]),
        unlessNull(fields.get("ReqNodeList")),
        Long.parseLong(fields.getOrDefault("Nice", "0")),
        Integer.parseInt(fields.getOrDefault("Restarts", "0")),
        fields.getOrDefault("ExitCode", ""),
        unlessNull(fields.get("NodeList")),
        time(fields.get("StartTime")),
        time(fields.get("EndTime")));
  }

  private static long time(String text) {
    return text != null && text.matches("\\d{1,12}") ? Long.parseLong(text) : 0;
  }

  private static String unlessNull(String text) {
    return text == null || text.equals("(null)") ? "" : text;
  }
}
