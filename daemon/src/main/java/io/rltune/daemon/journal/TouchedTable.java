package io.rltune.daemon.journal;

import io.rltune.daemon.journal.TouchedJob.NiceChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The journal's table of jobs that carry something of ours: rows from and to {@link TouchedJob}.
 */
final class TouchedTable {
  private TouchedTable() {}

  /** Stores what is left on jobs; clean ones are forgotten. Within the caller's transaction. */
  static void store(Connection connection, Collection<TouchedJob> changedJobs) throws SQLException {
    try (PreparedStatement put =
            connection.prepareStatement(
                "INSERT OR REPLACE INTO touched (job_id, site_factor, fixed_priority, lease, lease_until, last_seen, nice_before, nice) VALUES (?,?,?,?,?,?,?,?)");
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM touched WHERE job_id=?")) {
      for (TouchedJob job : changedJobs) {
        if (job.isClean()) {
          delete.setLong(1, job.jobId());
          delete.executeUpdate();
        } else {
          put.setLong(1, job.jobId());
          put.setInt(2, job.siteFactor());
          put.setInt(3, job.fixedPriority() ? 1 : 0);
          put.setString(4, String.join(",", job.lease()));
          put.setLong(5, job.leaseUntil());
          put.setLong(6, job.lastSeen());
          put.setObject(7, job.nice().map(NiceChange::before).orElse(null));
          put.setObject(8, job.nice().map(NiceChange::ours).orElse(null));
          put.executeUpdate();
        }
      }
    }
  }

  /** All rows, by job id. */
  static Map<Long, TouchedJob> read(Connection connection) throws SQLException {
    Map<Long, TouchedJob> touched = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM touched ORDER BY job_id")) {
      while (rows.next()) {
        String lease = rows.getString("lease");
        TouchedJob job =
            new TouchedJob(
                rows.getLong("job_id"),
                rows.getInt("site_factor"),
                rows.getInt("fixed_priority") != 0,
                nice(rows),
                lease.isEmpty() ? List.of() : List.of(lease.split(",")),
                rows.getLong("lease_until"),
                rows.getLong("last_seen"));
        touched.put(job.jobId(), job);
      }
    }
    return touched;
  }

  private static Optional<NiceChange> nice(ResultSet rows) throws SQLException {
    int ours = rows.getInt("nice");
    return rows.wasNull()
        ? Optional.empty()
        : Optional.of(new NiceChange(rows.getInt("nice_before"), ours));
  }
}
