package io.rltune.daemon.history;

import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Rows of the history tables. */
final class HistoryRows {
  private static final String VALUES =
      """
      INTO jobs (job_id, submit, name, stem, user, account, qos, part, gpus,
        gpu_type, time_limit_s, eligible, first_seen, first_planned, plain_start, started, ended, end_slack_s,
        mode, agreed, position, of_jobs, role, veto, reason, started_on, nodes, cpus, mem_mb)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)""";

  static final String PUT = "INSERT OR REPLACE " + VALUES;

  /**
   * A job that the daemon saw keeps what it saw, but an end that it missed is told by accounting.
   */
  static final String LEARN =
      "INSERT "
          + VALUES
          + """
           ON CONFLICT (job_id, submit) DO UPDATE SET
             started = excluded.started, ended = excluded.ended, end_slack_s = 0
           WHERE jobs.ended = 0 OR jobs.started = 0
             OR jobs.end_slack_s > MAX(60, (jobs.ended - jobs.started) / 20)""";

  static final String PUT_POINT =
      """
      INSERT OR REPLACE INTO cycles (at, mode, pending, running, starts, gpus_total, gpus_used,
        mean_wait_s, max_wait_s, writes) VALUES (?,?,?,?,?,?,?,?,?,?)""";

  private HistoryRows() {}

  static void bind(PreparedStatement put, JobRun run) throws SQLException {
    Object[] values = {
      run.jobId(),
      run.submit(),
      run.name(),
      run.stem(),
      run.user(),
      run.account(),
      run.qos(),
      run.partition(),
      run.gpus(),
      run.gpuType(),
      run.timeLimitS(),
      run.eligible(),
      run.firstSeen(),
      run.firstPlanned(),
      run.plainStart(),
      run.started(),
      run.ended(),
      run.endSlackS(),
      run.mode(),
      run.agreed() ? 1 : 0,
      run.standing().position(),
      run.standing().of(),
      run.standing().role(),
      run.standing().veto(),
      run.standing().reason(),
      String.join(",", run.startedOn()),
      run.size().nodes(),
      run.size().cpus(),
      run.size().memMb()
    };
    for (int i = 0; i < values.length; i++) {
      put.setObject(i + 1, values[i]);
    }
  }

  static JobRun run(ResultSet row) throws SQLException {
    String nodes = row.getString("started_on");
    return new JobRun(
        row.getLong("job_id"),
        row.getLong("submit"),
        row.getString("name"),
        row.getString("stem"),
        row.getString("user"),
        row.getString("account"),
        row.getString("qos"),
        row.getString("part"),
        row.getInt("gpus"),
        row.getString("gpu_type"),
        row.getLong("time_limit_s"),
        row.getLong("eligible"),
        row.getLong("first_seen"),
        row.getLong("first_planned"),
        row.getLong("plain_start"),
        row.getLong("started"),
        row.getLong("ended"),
        row.getLong("end_slack_s"),
        row.getString("mode"),
        row.getInt("agreed") != 0,
        new Standing(
            row.getInt("position"),
            row.getInt("of_jobs"),
            row.getString("role"),
            row.getString("veto"),
            row.getString("reason")),
        nodes.isEmpty() ? List.of() : List.of(nodes.split(",")),
        new Size(row.getInt("nodes"), row.getInt("cpus"), row.getLong("mem_mb")));
  }

  static void bind(PreparedStatement put, CyclePoint point) throws SQLException {
    Object[] values = {
      point.at(),
      point.mode(),
      point.pending(),
      point.running(),
      point.starts(),
      point.gpusTotal(),
      point.gpusUsed(),
      point.meanWaitS(),
      point.maxWaitS(),
      point.writes()
    };
    for (int i = 0; i < values.length; i++) {
      put.setObject(i + 1, values[i]);
    }
  }

  static CyclePoint point(ResultSet row) throws SQLException {
    return new CyclePoint(
        row.getLong("at"),
        row.getString("mode"),
        row.getInt("pending"),
        row.getInt("running"),
        row.getInt("starts"),
        row.getInt("gpus_total"),
        row.getInt("gpus_used"),
        row.getLong("mean_wait_s"),
        row.getLong("max_wait_s"),
        row.getInt("writes"));
  }
}
