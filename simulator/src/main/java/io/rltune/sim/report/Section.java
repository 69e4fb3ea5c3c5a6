package io.rltune.sim.report;

/**
 * A part of the report.
 *
 * @param id anchor and name of its chart; letters and hyphens
 * @param title heading
 * @param text what it shows, one or two sentences; plain text
 * @param chart whether the script draws a chart for it
 * @param tables HTML of its tables
 */
record Section(String id, String title, String text, boolean chart, String tables) {

  /** HTML; a chart has its figures as a table behind it. */
  String html() {
    StringBuilder html = new StringBuilder();
    html.append(
            "<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 id=\"%s-title\">"
                .formatted(id, id, id))
        .append(HtmlTable.escape(title))
        .append("</h2><p>")
        .append(HtmlTable.escape(text))
        .append("</p>");
    if (!chart) {
      return html.append(tables).append("</section>").toString();
    }
    return html.append("<figure><div class=\"chart\" data-chart=\"%s\" data-label=\"".formatted(id))
        .append(HtmlTable.escape(title + ". " + text + " The figures are in the table below."))
        .append("\"></div></figure><details><summary>Figures as a table</summary>")
        .append(tables)
        .append("</details></section>")
        .toString();
  }
}
