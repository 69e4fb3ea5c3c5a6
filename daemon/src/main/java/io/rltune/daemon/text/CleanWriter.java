package io.rltune.daemon.text;

import io.rltune.model.CleanText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The way to the terminal of every command: line feeds pass, every other character that does more
 * than show itself becomes a question mark ({@link CleanText#isPlain}). The last line of defence;
 * JSON does not need it, it escapes such characters itself and stays exact.
 */
public final class CleanWriter extends Writer {
  private final Writer out;

  private CleanWriter(Writer out) {
    this.out = out;
  }

  /** Writes to a stream in UTF-8, flushing at line ends. */
  public static PrintWriter of(OutputStream stream) {
    return of(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /** Writes to another writer, flushing at line ends. */
  public static PrintWriter of(Writer out) {
    return new PrintWriter(new CleanWriter(out), true);
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    StringBuilder clean = new StringBuilder(length);
    for (int i = offset; i < offset + length; ) {
      int point = Character.codePointAt(text, i, offset + length);
      if (point == '\n' || CleanText.isPlain(point)) {
        clean.appendCodePoint(point);
      } else {
        clean.append('?');
      }
      i += Character.charCount(point);
    }
    out.append(clean);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
