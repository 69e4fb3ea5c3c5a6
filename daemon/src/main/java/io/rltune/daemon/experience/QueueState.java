package io.rltune.daemon.experience;

import static java.util.Objects.requireNonNull;

import io.rltune.policy.features.FeatureSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A queue as the policy ordered it.
 *
 * @param at time of the snapshot, seconds since the epoch
 * @param policy SHA-256 of the policy's file
 * @param jobIds its jobs in the order of the plan
 * @param rows their features, one row after the other
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copies would double the memory
public record QueueState(long at, String policy, long[] jobIds, float[] rows) {
  public QueueState {
    requireNonNull(policy, "policy");
    if (rows.length != jobIds.length * FeatureSchema.WIDTH) {
      throw new IllegalArgumentException(rows.length + " features for " + jobIds.length + " jobs");
    }
  }

  public int jobCount() {
    return jobIds.length;
  }

  /** Whether one of the jobs is among these. */
  boolean hasOneOf(Set<Long> jobs) {
    return Arrays.stream(jobIds).anyMatch(jobs::contains);
  }

  /** Job ids and features, deflated. */
  byte[] body() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, fast))) {
      for (long id : jobIds) {
        out.writeLong(id);
      }
      // Column by column: the values of one feature are alike, and pack better side by side.
      for (int column = 0; column < FeatureSchema.WIDTH; column++) {
        for (int job = 0; job < jobIds.length; job++) {
          out.writeFloat(rows[job * FeatureSchema.WIDTH + column]);
        }
      }
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  /**
   * A state from its {@link #body}.
   *
   * @throws IOException where that is damaged
   */
  static QueueState ofBody(long at, String policy, int jobs, byte[] body) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(body)))) {
      long[] ids = new long[jobs];
      for (int job = 0; job < jobs; job++) {
        ids[job] = in.readLong();
      }
      float[] rows = new float[jobs * FeatureSchema.WIDTH];
      for (int column = 0; column < FeatureSchema.WIDTH; column++) {
        for (int job = 0; job < jobs; job++) {
          rows[job * FeatureSchema.WIDTH + column] = in.readFloat();
        }
      }
      return new QueueState(at, policy, ids, rows);
    }
  }
}
