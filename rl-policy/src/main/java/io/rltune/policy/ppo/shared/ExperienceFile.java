package io.rltune.policy.ppo.shared;

import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.Trajectory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * One episode as a file: a magic number, a CRC-32C of the rest, then, deflated, which episode of
 * which round it is, by which policy, and its steps. Numbers are stored to the bit, so that
 * learning from files is learning from memory.
 *
 * @param round number of the round
 * @param episode number in the round
 * @param policySha256 of the policy that steered
 * @param trajectory what happened
 */
record ExperienceFile(long round, int episode, String policySha256, Trajectory trajectory) {
  private static final int MAGIC = 0x524C5832;

  /** Steps or values in an array beyond this are damage, not data. */
  private static final int MOST = 1 << 24;

  /** Writes the file, whole or not at all. */
  void write(Path file) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out =
        new DataOutputStream(new DeflaterOutputStream(body, fast, 1 << 16))) {
      out.writeLong(round);
      out.writeInt(episode);
      out.write(HexFormat.of().parseHex(policySha256));
      write(out);
    } finally {
      fast.end();
    }
    byte[] bytes = body.toByteArray();
    ByteArrayOutputStream whole = new ByteArrayOutputStream(bytes.length + 8);
    try (DataOutputStream out = new DataOutputStream(whole)) {
      out.writeInt(MAGIC);
      out.writeInt(checksum(bytes, 0, bytes.length));
      out.write(bytes);
    }
    SharedFiles.write(file, whole.toByteArray());
  }

  /**
   * Reads a file.
   *
   * @throws IOException where it is damaged, cut short, or no experience of this release
   */
  static ExperienceFile read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (DataInputStream head = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (bytes.length < 8 || head.readInt() != MAGIC) {
        throw new IOException(file + " is no experience file of this release");
      }
      if (head.readInt() != checksum(bytes, 8, bytes.length - 8)) {
        throw new IOException(file + " is damaged: its checksum is wrong");
      }
    }
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(bytes, 8, bytes.length - 8)))) {
      long round = in.readLong();
      int episode = in.readInt();
      String sha = HexFormat.of().formatHex(in.readNBytes(32));
      return new ExperienceFile(round, episode, sha, trajectory(in));
    }
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, length);
    return (int) checksum.getValue();
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeLong(trajectory.seed());
    out.writeInt(trajectory.replica());
    Episode.Outcome outcome = trajectory.outcome();
    out.writeDouble(outcome.cost());
    out.writeDouble(outcome.meanWaitS());
    out.writeDouble(outcome.p99WaitS());
    out.writeDouble(outcome.referenceMeanWaitS());
    out.writeDouble(outcome.referenceP99WaitS());
    out.writeInt(trajectory.steps().size());
    for (Trajectory.Step step : trajectory.steps()) {
      out.writeDouble(step.timeS());
      out.writeDouble(step.reward());
      write(out, step.features());
      write(out, step.outlook());
      out.writeInt(step.picks().length);
      for (int pick : step.picks()) {
        out.writeInt(pick);
      }
      for (double log : step.logProbabilities()) {
        out.writeDouble(log);
      }
    }
  }

  private static Trajectory trajectory(DataInputStream in) throws IOException {
    long seed = in.readLong();
    int replica = in.readInt();
    Episode.Outcome outcome =
        new Episode.Outcome(
            in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
    int count = count(in);
    List<Trajectory.Step> steps = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      double timeS = in.readDouble();
      double reward = in.readDouble();
      float[] features = floats(in);
      float[] outlook = floats(in);
      int[] picks = new int[count(in)];
      for (int p = 0; p < picks.length; p++) {
        picks[p] = in.readInt();
      }
      double[] logs = new double[picks.length];
      for (int p = 0; p < logs.length; p++) {
        logs[p] = in.readDouble();
      }
      steps.add(new Trajectory.Step(timeS, features, outlook, picks, logs, reward));
    }
    return new Trajectory(seed, replica, steps, outcome);
  }

  private static void write(DataOutputStream out, float[] values) throws IOException {
    out.writeInt(values.length);
    for (float value : values) {
      out.writeInt(Float.floatToRawIntBits(value));
    }
  }

  private static float[] floats(DataInputStream in) throws IOException {
    float[] values = new float[count(in)];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(in.readInt());
    }
    return values;
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST) {
      throw new IOException("a count of " + count + " in an experience file");
    }
    return count;
  }
}
