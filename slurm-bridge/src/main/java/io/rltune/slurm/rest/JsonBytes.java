package io.rltune.slurm.rest;

import io.rltune.slurm.rest.AnswerReader.NotAnAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The structure of a JSON text as it streams by: members, elements, values as ranges of bytes. */
final class JsonBytes {
  private static final int BLOCK = 1 << 16;

  /** As Jackson has it by default. */
  private static final int DEEPEST = 1000;

  /** The bytes that begin or end something. */
  private static final boolean[] STRUCTURE = new boolean[256];

  static {
    for (char c : new char[] {'"', '{', '}', '[', ']'}) {
      STRUCTURE[c] = true;
    }
  }

  /** Takes bytes. */
  interface Target {
    void write(byte[] from, int offset, int count);
  }

  /** Reads one member's value: copies or skips it. */
  interface Member {
    void read(Name name) throws IOException;
  }

  /** Reads one element: copies or skips it. */
  interface Element {
    void read() throws IOException;
  }

  /** A member's name as it stands in the text; only good until the next read. */
  static final class Name {
    private byte[] buffer = {};
    private int offset;
    private int length;

    byte[] buffer() {
      return buffer;
    }

    int offset() {
      return offset;
    }

    int length() {
      return length;
    }

    private void detach() {
      buffer = Arrays.copyOfRange(buffer, offset, offset + length);
      offset = 0;
    }

    boolean is(byte[] bytes) {
      return Arrays.equals(buffer, offset, offset + length, bytes, 0, bytes.length);
    }
  }

  private final InputStream in;
  private final Name name = new Name();
  private final boolean[] objects = new boolean[DEEPEST];
  private byte[] buffer = new byte[BLOCK];
  private int position;
  private int limit;
  private long before;

  /** Where the value at hand goes, from {@link #mark} on; null while it is skipped. */
  private Target target;

  private int mark;

  JsonBytes(InputStream in) {
    this.in = in;
  }

  /** The next byte that is no blank, which stays; -1 at the end. */
  int next() throws IOException {
    while (true) {
      while (position < limit) {
        byte b = buffer[position];
        if (!isBlank(b)) {
          return b & 0xff;
        }
        position++;
      }
      if (!refill()) {
        return -1;
      }
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** What comes next, up to a number of bytes. */
  byte[] first(int most) throws IOException {
    byte[] bytes = new byte[most];
    int have = Math.min(most, limit - position);
    System.arraycopy(buffer, position, bytes, 0, have);
    return Arrays.copyOf(bytes, have + Math.max(0, in.readNBytes(bytes, have, most - have)));
  }

  /** Reads an object, of which the bracket is next. */
  void members(Member member) throws IOException {
    position++;
    if (next() == '}') {
      position++;
      return;
    }
    while (true) {
      readName();
      passColon();
      member.read(name);
      if (endsWith('}')) {
        return;
      }
    }
  }

  private void passColon() throws IOException {
    int at = position;
    while (at < limit && isBlank(buffer[at])) {
      at++;
    }
    if (at == limit) {
      // The next block will overwrite it.
      name.detach();
    }
    if (next() != ':') {
      throw unexpected("':'");
    }
    position++;
  }

  /** Reads an array, of which the bracket is next. */
  void elements(Element element) throws IOException {
    position++;
    if (next() == ']') {
      position++;
      return;
    }
    while (true) {
      element.read();
      if (endsWith(']')) {
        return;
      }
    }
  }

  private boolean endsWith(char bracket) throws IOException {
    int b = next();
    if (b != ',' && b != bracket) {
      throw unexpected("',' or '" + bracket + "'");
    }
    position++;
    return b == bracket;
  }

  /** Copies the value that is next. */
  void copyValue(Target to) throws IOException {
    next();
    target = to;
    mark = position;
    try {
      skipValue();
      to.write(buffer, mark, position - mark);
    } finally {
      target = null;
    }
  }

  /** Passes the value that is next. */
  void skipValue() throws IOException {
    int first = next();
    switch (first) {
      case '"' -> {
        position++;
        skipString();
      }
      case '{', '[' -> skipContainer();
      case -1, ',', ':', '}', ']' -> throw unexpected("a value");
      default -> skipScalar();
    }
  }

  private void skipScalar() throws IOException {
    while (true) {
      while (position < limit) {
        switch (buffer[position]) {
          case ',', '}', ']', ' ', '\n', '\r', '\t' -> {
            return;
          }
          case '"', '{', '[', ':' -> throw unexpected("the end of a value");
          default -> position++;
        }
      }
      if (!refill()) {
        return;
      }
    }
  }

  private void skipContainer() throws IOException {
    int depth = 0;
    while (true) {
      // Copies of the fields: nearly all of an answer passes here, and this doubles the speed.
      byte[] bytes = buffer;
      int at = position;
      int end = limit;
      while (at < end && !STRUCTURE[bytes[at] & 0xff]) {
        at++;
      }
      if (at == end) {
        position = at;
        more();
        continue;
      }
      byte b = bytes[at];
      position = at + 1;
      switch (b) {
        case '"' -> skipString();
        case '{', '[' -> {
          if (depth == DEEPEST) {
            throw new NotAnAnswer("nested deeper than " + DEEPEST + place());
          }
          objects[depth++] = b == '{';
        }
        default -> {
          if (objects[--depth] != (b == '}')) {
            position--;
            throw unexpected(b == '}' ? "']'" : "'}'");
          }
          if (depth == 0) {
            return;
          }
        }
      }
    }
  }

  /** Behind the quote that begins it. */
  private void skipString() throws IOException {
    while (true) {
      byte[] bytes = buffer;
      int at = position;
      int end = limit;
      while (at < end && bytes[at] != '"' && bytes[at] != '\\') {
        at++;
      }
      position = at;
      if (at == end) {
        more();
      } else if (bytes[at] == '"') {
        position++;
        return;
      } else {
        position++;
        if (position == limit) {
          more();
        }
        position++;
      }
    }
  }

  /** Reads a name as a whole into the buffer. */
  private void readName() throws IOException {
    if (next() != '"') {
      throw unexpected("the name of a member");
    }
    int at = position + 1;
    while (true) {
      while (at < limit) {
        byte b = buffer[at];
        if (b == '"') {
          name.buffer = buffer;
          name.offset = position + 1;
          name.length = at - name.offset;
          position = at + 1;
          return;
        }
        at += b == '\\' ? 2 : 1;
      }
      at -= position;
      append();
      at += position;
    }
  }

  /** Keeps what is unread, moves it to the begin, and reads more behind it. */
  private void append() throws IOException {
    int unread = limit - position;
    if (unread == buffer.length) {
      throw new NotAnAnswer("a name longer than " + buffer.length + " bytes" + place());
    }
    System.arraycopy(buffer, position, buffer, 0, unread);
    before += position;
    position = 0;
    limit = unread;
    int got = in.read(buffer, unread, buffer.length - unread);
    if (got < 0) {
      position = limit;
      throw cutShort();
    }
    limit += got;
  }

  private void more() throws IOException {
    if (!refill()) {
      throw cutShort();
    }
  }

  /** Only called when all of the buffer is read; false at the end. */
  private boolean refill() throws IOException {
    if (target != null) {
      target.write(buffer, mark, limit - mark);
      mark = 0;
    }
    before += limit;
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  private NotAnAnswer cutShort() {
    return new NotAnAnswer("answer is not whole JSON: it ends" + place());
  }

  private NotAnAnswer unexpected(String wanted) throws IOException {
    if (next() < 0) {
      return cutShort();
    }
    return new NotAnAnswer(
        "answer is not whole JSON"
            + place()
            + ": '"
            + shown(buffer[position])
            + "' and not "
            + wanted);
  }

  private static String shown(byte b) {
    return b > ' ' && b < 127 ? String.valueOf((char) b) : String.format("\\x%02x", b & 0xff);
  }

  private String place() {
    return " at byte " + (before + position);
  }
}
