package io.rltune.policy.features;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/**
 * The features that one call of a scorer was made from: {@link FeatureSchema#WIDTH} numbers a job,
 * in the order of its candidates. With them a score can be made again, or explained, without the
 * history that the features came from. Immutable.
 */
public final class FeatureRows {
  public static final FeatureRows NONE = new FeatureRows(new float[0]);

  private final float[] rows;

  /** Takes over rows, which must not be changed afterwards. */
  public FeatureRows(float[] rows) {
    this.rows = rows;
  }

  /**
   * Rows from {@link #base64}.
   *
   * @throws IllegalArgumentException for a text that is not whole rows
   */
  public static FeatureRows ofBase64(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length % (Float.BYTES * FeatureSchema.WIDTH) != 0) {
      throw new IllegalArgumentException(
          bytes.length + " bytes are not rows of " + FeatureSchema.WIDTH + " features");
    }
    float[] rows = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(rows);
    return new FeatureRows(rows);
  }

  /** Little-endian 32-bit numbers in base64. */
  public String base64() {
    ByteBuffer bytes =
        ByteBuffer.allocate(rows.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(rows);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** The rows, one after the other; not to be changed. */
  public float[] rows() {
    return rows;
  }

  public int jobCount() {
    return rows.length / FeatureSchema.WIDTH;
  }
}
