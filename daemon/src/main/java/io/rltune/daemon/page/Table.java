package io.rltune.daemon.page;

import io.rltune.model.CleanText;

/**
 * A table that can be scrolled with the keyboard. A column named with a leading # holds figures.
 */
public final class Table {
  private static final String JOB = "job:";

  private final Html html;
  private final boolean[] figures;

  /** Opens a table; columns of figures are named with a leading #. */
  public Table(Html html, String caption, String... columns) {
    this.html = html;
    this.figures = new boolean[columns.length];
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table").element("caption", caption).open("thead").open("tr");
    for (int i = 0; i < columns.length; i++) {
      figures[i] = columns[i].startsWith("#");
      String name = columns[i].length() > 1 && figures[i] ? columns[i].substring(1) : columns[i];
      html.element("th", name, "scope", "col", "class", figures[i] ? "num" : "text");
    }
    html.close().close().open("tbody");
  }

  /** A row; {@code job:ID} becomes a link to the job. Text is made harmless and cut. */
  public void row(String... cells) {
    html.open("tr");
    for (int i = 0; i < cells.length; i++) {
      if (cells[i].startsWith(JOB) && !figures[i]) {
        String id = cells[i].substring(JOB.length());
        if (id.chars().allMatch(Character::isDigit)) {
          html.open("td").element("a", id, "href", "/job/" + id).close();
          continue;
        }
      }
      String text = CleanText.field(cells[i]);
      html.element("td", text, "class", figures[i] ? "num" : text.length() > 24 ? "long" : "name");
    }
    html.close();
  }

  /** Closes it. */
  public void end() {
    html.close().close().close();
  }
}
