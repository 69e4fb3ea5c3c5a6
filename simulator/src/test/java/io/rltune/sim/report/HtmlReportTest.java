package io.rltune.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlReportTest {
  private static ReportInput input;
  private static String page;

  @BeforeAll
  static void makeReport() throws Exception {
    input = SampleReport.input(List.of("multifactor-easy", "fcfs", "rltune-greedy"));
    page = HtmlReport.of(input);
  }

  @ParameterizedTest
  @CsvSource({
    "summary, All policies",
    "wait-cdf, Waits by policy",
    "wait-by-gpus, Mean wait by GPUs asked for",
    "queue, Waiting jobs",
    "utilisation, GPU utilisation in %",
    "heat, Mean utilisation of the nodes in %",
    "accounts, Mean wait by account",
    "slower, Compared with multifactor-easy",
    "ablation, 'Order from RL or not, placement from the MILP or not'",
    "trace, What was done to the trace"
  })
  void everySectionHasItsTable(String id, String caption) {
    assertThat(page).contains("<section id=\"" + id + "\"").contains("<caption>" + caption);
  }

  @Test
  void thePageLoadsNothing() {
    Matcher loading =
        Pattern.compile("(?:src|href)=\"(?!#)[^\"]*\"")
            .matcher(page.replaceAll("(?s)<script>.*?</script>", ""));

    assertThat(loading.results().map(m -> m.group()).toList()).isEmpty();
    assertThat(page).contains("default-src 'none'").doesNotContain("sourceMappingURL");
  }

  @Test
  void namesFromTheTraceStayText() {
    assertThat(page)
        .doesNotContain(SampleReport.HOSTILE_ACCOUNT)
        .doesNotContain(SampleReport.HOSTILE_JOB)
        .doesNotContain("<b>bold</b>")
        .doesNotContain("damaged <line>")
        .contains(HtmlTable.escape(SampleReport.HOSTILE_ACCOUNT));
    assertThat(Pattern.compile("</script>").matcher(page).results().count()).isEqualTo(3);
  }

  @Test
  void theTableHasTheFiguresOfTheReplays() {
    input
        .outcomes()
        .forEach(
            outcome ->
                assertThat(page)
                    .contains(
                        String.format(
                            Locale.ROOT, "<td>%.3f</td>", outcome.metrics().jainFairness()))
                    .contains("<td>" + Durations.text(outcome.metrics().maxWaitS()) + "</td>"));
  }

  @Test
  void onePolicyIsComparedWithNothing() throws Exception {
    String alone = HtmlReport.of(SampleReport.input(List.of("fcfs")));

    assertThat(alone).contains("id=\"summary\"").doesNotContain("id=\"slower\"");
    assertThat(alone).doesNotContain("id=\"ablation\"");
    assertThat(alone.replaceAll("(?s)<script>.*?</script>", "")).doesNotContain("NaN");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "4.25, 4.3 s",
    "90, 90 s",
    "600, 10.0 min",
    "9000, 2.5 h",
    "259200, 3.0 d",
    "-600, -10.0 min",
    "NaN, -"
  })
  void durations(double seconds, String text) {
    assertThat(Durations.text(seconds)).isEqualTo(text);
  }

  @Test
  void controlAndDirectionCharactersAreShownNotObeyed() {
    assertThat(HtmlTable.escape("a\u202eb\u0007'\"&")).isEqualTo("a\uFFFDb\uFFFD&#39;&quot;&amp;");
  }
}
