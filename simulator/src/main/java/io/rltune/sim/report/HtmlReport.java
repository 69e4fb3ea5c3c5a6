package io.rltune.sim.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report as one HTML page: text and tables are in the page itself, the charts are drawn by
 * Chart.js (MIT) from the figures that the page carries. It loads nothing; its content security
 * policy forbids it to.
 */
public final class HtmlReport {
  /** The file in the WebJar org.webjars.npm:chart.js; the version is that of pom.xml. */
  static final String CHART_JS = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HtmlReport() {}

  /** The page. */
  public static String of(ReportInput input) {
    SummarySections summary = new SummarySections(input);
    WaitSections waits = new WaitSections(input);
    TimeSections times = new TimeSections(input);
    AccountSections accounts = new AccountSections(input);
    ChangeSections changes = new ChangeSections(input);
    List<Section> sections = new ArrayList<>();
    sections.add(summary.summary());
    sections.add(waits.distribution());
    sections.add(waits.bySize());
    sections.add(times.queue());
    sections.add(times.utilisation());
    sections.add(times.heat());
    sections.add(accounts.section());
    changes.slower().ifPresent(sections::add);
    changes.ablation().ifPresent(sections::add);
    sections.add(summary.trace());

    Map<String, Object> data = new LinkedHashMap<>();
    data.put("policies", input.policies());
    data.put("cdf", waits.curves());
    data.put("sizes", waits.sizeBars());
    data.putAll(times.curves());
    data.put("heat", times.heatMaps());
    data.put("accounts", accounts.bars());
    return page(summary.subtitle(), sections, data);
  }

  private static String page(String subtitle, List<Section> sections, Map<String, Object> data) {
    String contents =
        sections.stream()
            .map(
                section ->
                    "<li><a href=\"#%s\">%s</a></li>"
                        .formatted(section.id(), HtmlTable.escape(section.title())))
            .collect(Collectors.joining());
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("style", resource("report.css"));
    parts.put("subtitle", HtmlTable.escape(subtitle));
    parts.put("contents", contents);
    parts.put("sections", sections.stream().map(Section::html).collect(Collectors.joining()));
    parts.put("data", json(data));
    parts.put("library", library());
    parts.put("script", resource("report.js"));
    String template = resource("report.html");
    // In one pass over the template, so that a placeholder in a job name stays what it is.
    StringBuilder page = new StringBuilder();
    int at = 0;
    for (int open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", at)) {
      int close = template.indexOf("}}", open);
      page.append(template, at, open).append(parts.get(template.substring(open + 2, close)));
      at = close + 2;
    }
    return page.append(template, at, template.length()).toString();
  }

  /** JSON that cannot end the script element it stands in. */
  private static String json(Map<String, Object> data) {
    try {
      return MAPPER
          .writeValueAsString(data)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("report: the figures cannot be written as JSON", e);
    }
  }

  private static String library() {
    String text = text(CHART_JS);
    if (text.contains("</script")) {
      throw new IllegalStateException(CHART_JS + " holds </script and cannot stand in a page");
    }
    return text.replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String resource(String name) {
    return text("/io/rltune/sim/report/" + name);
  }

  private static String text(String path) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
