package io.rltune.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CleanTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`train-7b_λ (v2)`, `train-7b_λ (v2)`",
        "`a\u001b[31mred`, `a?[31mred`",
        "`a\u009b2Jb`, `a?2Jb`",
        "`over\rwrite`, `over?write`",
        "`two\nlines`, `two?lines`",
        "`tab\there`, `tab?here`",
        "`del\u007f`, `del?`",
        "`nul\u0000`, `nul?`",
        "`line\u2028sep\u2029`, `line?sep?`",
        "`evil\u202egpj`, `evil?gpj`",
        "`iso\u2066late`, `iso?late`",
        "`zero\u200bwidth\ufeff`, `zero?width?`",
        "`half\ud800pair`, `half?pair`",
        "`pair\ud83d\ude80`, `pair\ud83d\ude80`",
        "`<b>&\"'$(x)`, `<b>&\"'$(x)`",
      })
  void becomesOneHarmlessLine(String text, String expected) {
    assertThat(CleanText.field(text)).isEqualTo(expected);
  }

  @Test
  void longTextIsCutAndSaysSo() {
    assertThat(CleanText.field("x".repeat(100_000))).hasSize(CleanText.FIELD).endsWith("x...");
    assertThat(CleanText.line("\u001b".repeat(100), 10)).isEqualTo("???????...");
  }

  @Test
  void aPairIsNotCutInHalf() {
    String rocket = "\ud83d\ude80";

    assertThat(CleanText.line(rocket.repeat(10), 10)).isEqualTo(rocket.repeat(3) + "...");
    assertThat(CleanText.line("a" + rocket.repeat(10), 9)).doesNotContain("?").endsWith("...");
  }
}
