package io.rltune.slurm.grammar;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Set;

/** Coverage-guided: no text makes a grammar fail in another way than it says. */
class GrammarFuzzTest {
  @FuzzTest(maxDuration = "60s")
  void grammars(FuzzedDataProvider data) {
    int which = data.consumeInt(0, 6);
    String text = data.consumeRemainingAsString();
    try {
      switch (which) {
        case 0 -> Gres.parse(text).forEach(item -> check(item.count() >= 0, text));
        case 1 -> Tres.parse(text).gres().forEach(item -> check(item.count() >= 0, text));
        case 2 -> hostlist(text);
        case 3 -> check(SlurmTime.parse(text).seconds().orElse(0L) >= 0, text);
        case 4 -> check(Memory.parse(text).mb() >= 0, text);
        case 5 -> check(TaskRange.parse(text).tasks() >= 1, text);
        default -> check(!StateText.parse(text).base().isEmpty(), text);
      }
    } catch (GrammarException e) {
      check(e.position() >= 0 && e.position() <= text.length(), text);
    }
  }

  private static void hostlist(String text) throws GrammarException {
    List<String> hostList = Hostlist.expand(text);
    List<String> again = Hostlist.expand(Hostlist.compress(hostList));
    check(Set.copyOf(hostList).equals(Set.copyOf(again)), text);
  }

  private static void check(boolean holds, String text) {
    if (!holds) {
      throw new AssertionError(text);
    }
  }
}
