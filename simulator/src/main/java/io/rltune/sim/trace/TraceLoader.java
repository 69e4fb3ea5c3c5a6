package io.rltune.sim.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads a trace file, gzipped or plain, into a workload for a cluster. */
public final class TraceLoader {
  private static final int GZIP_MAGIC_1 = 0x1f;
  private static final int GZIP_MAGIC_2 = 0x8b;
  private static final int SHOWN_PROBLEMS = 3;

  private final String source;
  private final TraceFormat format;
  private final TraceOptions options;
  private final List<LineProblem> problems = new ArrayList<>();
  private final TraceBuilder builder;

  private TraceLoader(String source, TraceFormat format, TraceOptions options) {
    this.source = source;
    this.format = format;
    this.options = options;
    this.builder = new TraceBuilder(options);
  }

  /**
   * Reads a file.
   *
   * @throws TraceException where it is not of the format, has too many damaged lines, or holds no
   *     job that can run on the cluster
   * @throws IOException where it cannot be read
   */
  public static Trace load(Path file, TraceFormat format, TraceOptions options) throws IOException {
    if (Files.isDirectory(file)) {
      throw new TraceException(file + ": is a directory; name the trace file in it");
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return load(in, file.toString(), format, options);
    }
  }

  /**
   * Reads a stream, gzipped or plain.
   *
   * @param source where it comes from, for messages
   * @throws IOException as {@link #load(Path, TraceFormat, TraceOptions)}
   */
  public static Trace load(InputStream in, String source, TraceFormat format, TraceOptions options)
      throws IOException {
    return new TraceLoader(source, format, options).read(in);
  }

  private Trace read(InputStream in) throws IOException {
    LineParser parser = format.parser(options);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(unpacked(in), StandardCharsets.UTF_8), 1 << 16)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String text = number == 1 ? withoutByteOrderMark(line) : line;
        guarded(number, text, () -> parser.parse(text, builder));
      }
      guarded(number, "", parser::end);
    } catch (EOFException | ZipException e) {
      throw new TraceException(
          source + ": the gzip data is damaged or cut short: " + e.getMessage());
    }
    return builder.build(source, format, problems);
  }

  /** A step of a parser. */
  private interface Step {
    void run() throws BadLineException, TraceException;
  }

  private void guarded(int number, String line, Step step) throws TraceException {
    try {
      step.run();
    } catch (BadLineException e) {
      problems.add(new LineProblem(number, line, e.getMessage()));
      if (problems.size() > options.maxBadLines()) {
        throw tooMany();
      }
    } catch (TraceException e) {
      throw new TraceException(source + ": " + e.getMessage());
    }
  }

  private TraceException tooMany() {
    StringBuilder shown = new StringBuilder();
    problems.stream()
        .limit(SHOWN_PROBLEMS)
        .forEach(problem -> shown.append("\n  ").append(problem));
    return new TraceException(
        "%s: more than %d damaged lines; is it a trace of format %s? The first:%s"
            .formatted(source, options.maxBadLines(), format.label(), shown));
  }

  /** Looks at the first two bytes, as a file may be gzipped whatever its name. */
  private static InputStream unpacked(InputStream in) throws IOException {
    InputStream marked = in.markSupported() ? in : new BufferedInputStream(in);
    marked.mark(2);
    int first = marked.read();
    int second = marked.read();
    marked.reset();
    boolean gzipped = first == GZIP_MAGIC_1 && second == GZIP_MAGIC_2;
    return gzipped ? new GZIPInputStream(marked, 1 << 16) : marked;
  }

  private static String withoutByteOrderMark(String line) {
    return line.startsWith("\uFEFF") ? line.substring(1) : line;
  }
}
