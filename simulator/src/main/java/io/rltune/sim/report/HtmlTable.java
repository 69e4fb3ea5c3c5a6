package io.rltune.sim.report;

import java.util.ArrayList;
import java.util.List;

/** A table whose first column names its rows. All text is escaped. */
final class HtmlTable {
  private static final int LONGEST_FIGURE = 24;

  private final String caption;
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  HtmlTable(String caption, List<String> header) {
    this.caption = caption;
    this.header = List.copyOf(header);
  }

  HtmlTable row(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "table '%s': a row of %d cells under %d columns"
              .formatted(caption, cells.size(), header.size()));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** HTML; it can be scrolled with the keyboard where it is wider than the page. */
  String html() {
    StringBuilder html = new StringBuilder();
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(escape(caption))
        .append("\"><table><caption>")
        .append(escape(caption))
        .append("</caption><thead><tr>");
    header.forEach(name -> html.append("<th scope=\"col\">").append(escape(name)).append("</th>"));
    html.append("</tr></thead><tbody>");
    for (List<String> row : rows) {
      html.append("<tr><th scope=\"row\"").append(wrapping(row.get(0))).append(escape(row.get(0)));
      html.append("</th>");
      for (String cell : row.subList(1, row.size())) {
        html.append("<td").append(wrapping(cell)).append(escape(cell)).append("</td>");
      }
      html.append("</tr>");
    }
    return html.append("</tbody></table></div>").toString();
  }

  /** Names and texts of the trace may wrap; figures may not. */
  private static String wrapping(String cell) {
    return cell.length() > LONGEST_FIGURE ? " class=\"long\">" : ">";
  }

  /** Text as HTML shows it, safe in elements and in quoted attributes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        // Control and direction characters would hide or reorder what follows them.
        default -> escaped.append(isHarmless(c) ? c : '\uFFFD');
      }
    }
    return escaped.toString();
  }

  private static boolean isHarmless(char c) {
    boolean control = c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c <= 0x9f;
    boolean direction = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    return !control && !direction;
  }
}
