package io.rltune.slurm.rest;

import io.rltune.slurm.rest.AnswerReader.NotAnAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Cuts the records out of an answer while it streams by, each with its wanted fields only: of the
 * some 150 fields of a job a third is read, and what is not read need not be taken apart into
 * tokens, names and numbers. Only the structure is looked at here (strings, brackets, commas); what
 * is kept is parsed by Jackson. An answer whose structure is not whole is none.
 */
final class RecordCutter {
  /** Members of an answer, beside its records, that are read. */
  private static final Set<String> ENVELOPE =
      Set.of("meta", "errors", "warnings", "results", "last_update");

  /** Of what is no JSON object; enough to say what it is. */
  private static final int MOST_OF_SOMETHING_ELSE = 2000;

  /** Gets the bytes of each record; they are only good during the call. */
  interface Sink {
    void record(byte[] bytes, int length) throws IOException;
  }

  private final JsonBytes in;
  private final RecordArray records;
  private final FieldNames wanted;
  private final FieldNames envelope;
  private final Sink sink;
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
  private final Bytes record = new Bytes();

  RecordCutter(InputStream in, RecordArray records, Sink sink) {
    this.in = new JsonBytes(in);
    this.records = records;
    this.sink = sink;
    wanted = new FieldNames(records.fields());
    envelope = new FieldNames(ENVELOPE);
  }

  /**
   * Cuts to the end of the answer.
   *
   * @return the answer without its records and without members that nobody reads; or, of what does
   *     not begin as a JSON object, the first bytes
   * @throws NotAnAnswer when the answer is cut short, or not JSON in its structure
   */
  byte[] cut() throws IOException {
    if (in.next() != '{') {
      return in.first(MOST_OF_SOMETHING_ELSE);
    }
    rest.write('{');
    byte[] key = records.key().getBytes(StandardCharsets.UTF_8);
    in.members(
        name -> {
          if (key.length > 0 && name.is(key)) {
            separate(rest);
            copyName(name);
            recordsMember();
          } else if (envelope.contains(name)) {
            separate(rest);
            copyName(name);
            in.copyValue(rest::write);
          } else {
            in.skipValue();
          }
        });
    rest.write('}');
    return rest.toByteArray();
  }

  private static void separate(ByteArrayOutputStream out) {
    if (out.size() > 1) {
      out.write(',');
    }
  }

  private void copyName(JsonBytes.Name name) {
    rest.write('"');
    rest.write(name.buffer(), name.offset(), name.length());
    rest.write('"');
    rest.write(':');
  }

  private void recordsMember() throws IOException {
    int first = in.next();
    if (first == '[') {
      in.elements(this::record);
      rest.write('[');
      rest.write(']');
    } else if (first == '{' && records.isObject()) {
      record();
      rest.write('{');
      rest.write('}');
    } else {
      in.copyValue(rest::write);
    }
  }

  private void record() throws IOException {
    record.clear();
    if (records.fields().isEmpty() || in.next() != '{') {
      in.copyValue(record);
    } else {
      record.write('{');
      in.members(this::field);
      record.write('}');
    }
    sink.record(record.array(), record.length());
  }

  private void field(JsonBytes.Name name) throws IOException {
    if (!wanted.contains(name)) {
      in.skipValue();
      return;
    }
    if (record.length() > 1) {
      record.write(',');
    }
    record.write('"');
    record.write(name.buffer(), name.offset(), name.length());
    record.write('"');
    record.write(':');
    in.copyValue(record);
  }

  /** Bytes that are used again for the next record. */
  private static final class Bytes implements JsonBytes.Target {
    private byte[] array = new byte[8192];
    private int length;

    void clear() {
      length = 0;
    }

    int length() {
      return length;
    }

    byte[] array() {
      return array;
    }

    void write(int one) {
      grow(1);
      array[length++] = (byte) one;
    }

    @Override
    public void write(byte[] from, int offset, int count) {
      grow(count);
      System.arraycopy(from, offset, array, length, count);
      length += count;
    }

    private void grow(int by) {
      if (array.length - length < by) {
        array = java.util.Arrays.copyOf(array, Math.max(length + by, 2 * array.length));
      }
    }
  }

  /** Names, found by their bytes without making text of what is looked up. */
  private static final class FieldNames {
    private final byte[][][] byLength;

    FieldNames(Set<String> names) {
      int longest = names.stream().mapToInt(String::length).max().orElse(0);
      byLength = new byte[longest + 1][][];
      for (int i = 0; i <= longest; i++) {
        int length = i;
        byLength[i] =
            names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .filter(name -> name.length == length)
                .toArray(byte[][]::new);
      }
    }

    boolean contains(JsonBytes.Name name) {
      if (name.length() >= byLength.length) {
        return false;
      }
      for (byte[] one : byLength[name.length()]) {
        if (name.is(one)) {
          return true;
        }
      }
      return false;
    }
  }
}
