package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for every text, not only for those of the tables. */
class GrammarPropertyTest {
  private interface Parser {
    Object parse(String text) throws GrammarException;
  }

  private static final List<Parser> PARSERS =
      List.of(
          Gres::parse,
          Tres::parse,
          Hostlist::expand,
          SlurmTime::parse,
          Memory::parse,
          TaskRange::parse,
          StateText::parse);

  /** Any text is either read or refused with a position inside it. */
  @Property(tries = 3000)
  void refusesOrReads(@ForAll("texts") String text, @ForAll @IntRange(max = 6) int which) {
    try {
      assertThat(PARSERS.get(which).parse(text)).isNotNull();
    } catch (GrammarException e) {
      assertThat(e.position()).isBetween(0, text.length());
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> alike =
        Arbitraries.strings()
            .withChars("gpu:a1=/,()[]-%~*+.0 9KMGnTS_res")
            .ofMinLength(0)
            .ofMaxLength(30);
    return Arbitraries.oneOf(alike, Arbitraries.strings().ofMaxLength(20));
  }

  @Property(tries = 1000)
  void compressedHostsNameTheSameHosts(@ForAll("hosts") List<String> hosts)
      throws GrammarException {
    assertThat(Hostlist.expand(Hostlist.compress(hosts)))
        .containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(hosts));
  }

  @Provide
  Arbitrary<List<String>> hosts() {
    Arbitrary<String> name =
        Combinators.combine(
                Arbitraries.of("n", "node-", "r1b", "gpu_", "a.b"),
                Arbitraries.integers().between(0, 120),
                Arbitraries.integers().between(0, 4),
                Arbitraries.of("", "", "-ib", "x7"))
            .as(
                (prefix, number, width, suffix) ->
                    prefix + (width == 0 ? "" : Hostlist.padded(number, width)) + suffix);
    return name.list().ofMinSize(1).ofMaxSize(40);
  }

  @Property(tries = 1000)
  void aTimeIsReadInEachOfItsForms(
      @ForAll @IntRange(max = 400) int days,
      @ForAll @IntRange(max = 23) int hours,
      @ForAll @IntRange(max = 59) int minutes,
      @ForAll @IntRange(max = 59) int seconds)
      throws GrammarException {
    long hour = days * 86_400L + hours * 3600L;
    assertThat(s("%d-%d".formatted(days, hours))).isEqualTo(hour);
    assertThat(s("%d-%02d:%02d".formatted(days, hours, minutes))).isEqualTo(hour + minutes * 60L);
    assertThat(s("%d-%02d:%02d:%02d".formatted(days, hours, minutes, seconds)))
        .isEqualTo(hour + minutes * 60L + seconds);
    assertThat(s("%02d:%02d:%02d".formatted(hours, minutes, seconds)))
        .isEqualTo(hours * 3600L + minutes * 60L + seconds);
    assertThat(s("%d:%02d".formatted(minutes, seconds))).isEqualTo(minutes * 60L + seconds);
    assertThat(s("%d".formatted(minutes))).isEqualTo(minutes * 60L);
  }

  private static long s(String text) throws GrammarException {
    return SlurmTime.parse(text).seconds().orElseThrow();
  }

  @Property(tries = 1000)
  void aGresIsReadWhateverIsWrittenAroundIt(
      @ForAll("types") String type,
      @ForAll @IntRange(max = 99) int count,
      @ForAll("frames") String frame)
      throws GrammarException {
    String text = frame.replace("T", type).replace("#", String.valueOf(count));
    assertThat(Gres.parse(text))
        .singleElement()
        .satisfies(item -> assertThat(item.type()).isEqualTo(type))
        .satisfies(item -> assertThat(item.count()).isEqualTo(count));
  }

  @Provide
  Arbitrary<String> types() {
    return Arbitraries.of("a100", "h100", "nvidia_a100_1g.5gb", "2080_ti", "rtx-6000", "gfx90a");
  }

  @Provide
  Arbitrary<String> frames() {
    return Arbitraries.of(
        "gpu:T:#",
        "gres:gpu:T:#",
        "gres/gpu:T:#",
        "gres/gpu:T=#",
        "gpu:T:#(S:0-3)",
        "gpu:T:#(IDX:0,2)",
        "gpu:T:no_consume:#",
        "cpu=8,gres/gpu:T=#");
  }
}
