package io.rltune.sim.trace;

import java.util.Arrays;
import java.util.List;

/** A comma-separated format with a header; lines that begin with # are comments. */
abstract class CsvParser implements LineParser {
  private final String format;
  private final List<String> required;
  private Columns columns;

  CsvParser(String format, List<String> required) {
    this.format = format;
    this.required = required;
  }

  @Override
  public final void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    String[] fields = Fields.split(line, ',');
    if (columns == null) {
      columns = header(fields);
      return;
    }
    if (fields.length != columns.width()) {
      throw new BadLineException(fields.length + " fields where the header has " + columns.width());
    }
    row(columns, fields, sink);
  }

  @Override
  public void end() throws TraceException {
    if (columns == null) {
      throw new TraceException("is not a " + format + " trace: it has no header line");
    }
  }

  abstract void row(Columns names, String[] fields, TraceSink sink) throws BadLineException;

  private Columns header(String[] fields) throws TraceException {
    Columns found = new Columns(fields);
    for (String name : required) {
      if (!found.has(name)) {
        throw new TraceException(
            "is not a %s trace: its header has no column %s, found %s"
                .formatted(format, name, Arrays.toString(fields)));
      }
    }
    return found;
  }
}
