package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A jobs answer of any length, as slurmrestd would send it: captured records of twelve kinds of job
 * in turn, each under an id of its own. It is made while it is read, and costs no memory.
 */
public final class GeneratedJobs extends InputStream {
  /** Shapes in which Slurm answers. */
  public enum Shape {
    /** Plain numbers: v0.0.38, captured from Slurm 22.05. */
    OLD("jobs-old.json"),
    /** {@code {set, infinite, number}}: v0.0.42, captured from Slurm 24.11. */
    NEW("jobs-new.json");

    private final String resource;

    Shape(String resource) {
      this.resource = resource;
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FIRST_ID = 100_000_000;

  /**
   * One record in bytes.
   *
   * @param text ends with a comma
   * @param idAt where the nine digits of its id stand
   */
  private record Template(byte[] text, int idAt) {}

  private final List<Template> templateList = new ArrayList<>();
  private final byte[] head;
  private final byte[] tail;
  private final int jobs;
  private byte[] current;
  private int at;
  private int next;
  private long bytes;

  /** An answer of at least one job. */
  public GeneratedJobs(Shape shape, int jobs) {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs " + jobs + ": must be at least 1");
    }
    this.jobs = jobs;
    JsonNode captured = read(shape);
    for (JsonNode record : captured.get("jobs")) {
      ((ObjectNode) record).put("job_id", FIRST_ID);
      String text = record.toPrettyString() + ",";
      int idAt = text.indexOf(":", text.indexOf("\"job_id\"")) + 2;
      templateList.add(new Template(text.getBytes(StandardCharsets.UTF_8), idAt));
    }
    String meta = captured.get("meta").toString();
    head = ("{\"meta\":" + meta + ",\"errors\":[],\"jobs\":[").getBytes(StandardCharsets.UTF_8);
    tail = "]}".getBytes(StandardCharsets.UTF_8);
    current = head;
  }

  private static JsonNode read(Shape shape) {
    try (InputStream in = GeneratedJobs.class.getResourceAsStream("bench/" + shape.resource)) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException("resource " + shape.resource, e);
    }
  }

  /** Bytes given out so far. */
  public long bytes() {
    return bytes;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    int end = end();
    if (at == end && !advance()) {
      return -1;
    }
    int count = Math.min(length, end() - at);
    System.arraycopy(current, at, buffer, offset, count);
    at += count;
    bytes += count;
    return count;
  }

  /** The comma after the last record is not given out. */
  private int end() {
    return next == jobs && current != tail && current != head ? current.length - 1 : current.length;
  }

  private boolean advance() {
    at = 0;
    if (current == tail) {
      return false;
    }
    if (next == jobs) {
      current = tail;
      return true;
    }
    Template template = templateList.get(next % templateList.size());
    current = template.text();
    int id = FIRST_ID + next;
    for (int digit = 8; digit >= 0; digit--) {
      current[template.idAt() + digit] = (byte) ('0' + id % 10);
      id /= 10;
    }
    next++;
    return true;
  }
}
