package io.rltune.daemon.history;

import io.rltune.daemon.history.JobRun.Standing;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Rows of the history tables. */
final class HistoryRows {
  static final String PUT =
      """
      INSERT OR REPLACE INTO jobs (job_id, submit, name, stem, user, account, qos, part, gpus,
        gpu_type, time_limit_s, eligible, first_seen, first_planned, plain_start, started, ended, end_slack_s,
        mode, agreed, position, of_jobs, role, veto, reason, started_on)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)""";

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
      String.join(",", run.startedOn())
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
        nodes.isEmpty() ? List.of() : List.of(nodes.split(",")));
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
