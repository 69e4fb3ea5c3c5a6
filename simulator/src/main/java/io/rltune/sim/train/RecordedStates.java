package io.rltune.sim.train;

import static java.util.Objects.requireNonNull;

import io.rltune.policy.features.FeatureSchema;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * What a running daemon recorded, joined with when the jobs started, as {@code rltune tune} hands
 * it to the training child. Times are seconds on the clock of the trace beside it, whose first job
 * comes at 0.
 *
 * @param policySha256 SHA-256 of the policy file by which all of it was ordered
 * @param startS when each job of the trace really started, in the trace's order
 * @param states in order of time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RecordedStates(String policySha256, double[] startS, List<State> states) {
  private static final int MAGIC = 0x524C5353;

  /** Counts beyond this are damage, not data. */
  private static final int MOST = 1 << 24;

  /**
   * One queue as the policy saw it.
   *
   * @param atS when
   * @param startS when each of its jobs started, whether it is in the trace or not; NaN where it is
   *     not known to have started
   * @param rows features of its jobs, one row after the other, in the order of the plan
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record State(double atS, double[] startS, float[] rows) {
    public State {
      if (rows.length != startS.length * FeatureSchema.WIDTH) {
        throw new IllegalArgumentException(
            rows.length + " features for " + startS.length + " jobs of a recorded state");
      }
    }
  }

  public RecordedStates {
    requireNonNull(policySha256, "policySha256");
    states = List.copyOf(states);
  }

  /** Writes a file. */
  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(file)), 1 << 16))) {
      out.writeInt(MAGIC);
      out.writeUTF(FeatureSchema.hash());
      out.writeUTF(policySha256);
      write(out, startS);
      out.writeInt(states.size());
      for (State state : states) {
        out.writeDouble(state.atS());
        write(out, state.startS());
        for (float value : state.rows()) {
          out.writeFloat(value);
        }
      }
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException where it is damaged, cut short, or of other features than this release's
   */
  public static RecordedStates read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(new GZIPInputStream(Files.newInputStream(file)), 1 << 16))) {
      if (in.readInt() != MAGIC || !in.readUTF().equals(FeatureSchema.hash())) {
        throw new IOException(file + " holds no recorded states of this release");
      }
      String policy = in.readUTF();
      double[] starts = doubles(in, file);
      List<State> states = new ArrayList<>();
      int count = count(in, file);
      for (int s = 0; s < count; s++) {
        double at = in.readDouble();
        double[] own = doubles(in, file);
        float[] rows = new float[own.length * FeatureSchema.WIDTH];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = in.readFloat();
        }
        states.add(new State(at, own, rows));
      }
      return new RecordedStates(policy, starts, states);
    } catch (ZipException | EOFException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  private static void write(DataOutputStream out, double[] values) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  private static double[] doubles(DataInputStream in, Path file) throws IOException {
    double[] values = new double[count(in, file)];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }

  private static int count(DataInputStream in, Path file) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST) {
      throw new IOException(file + " is damaged: a count of " + count);
    }
    return count;
  }
}
