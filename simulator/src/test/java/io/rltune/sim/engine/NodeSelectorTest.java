package io.rltune.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.NodeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of _eval_nodes: sets of neighbours, fewest CPUs that suffice. */
class NodeSelectorTest {
  /**
   * Free CPUs and weight of each node as {@code cpus:weight}; a node that cannot take the job is
   * {@code -}.
   */
  @ParameterizedTest
  @CsvSource({
    // One node: the tightest of the set.
    "8:1 4:1 6:1, 1, 1",
    // Equals: the first.
    "8:1 8:1 8:1, 1, 0",
    // The set with the fewest CPUs, though another has the tightest node.
    "4:1 9:1 - 8:1, 1, 3",
    // A low weight beats a tight fit.
    "2:5 9:1, 1, 1",
    // Another weight is another set, though a neighbour.
    "9:1 9:1 4:2 4:2, 1, 0",
    // Several nodes: from the beginning of the smallest set that suffices.
    "8:1 8:1 8:1 - 4:1 4:1, 2, 4 5",
    "8:1 2:1 8:1, 2, 0 1",
    // No set suffices: the one with the most CPUs first, then the tightest of the rest.
    "8:1 8:1 - 4:1 2:1 - 1:1, 3, 0 1 6",
    // Too few.
    "8:1 - 8:1, 3, none",
  })
  void choosesAsSlurmDoes(String nodes, int count, String expected) {
    assertThat(choose(nodes, count, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"8:1 4:1 9:1, 1, 2", "8:1 4:1 9:1, 2, 0 2", "4:1 9:2, 1, 0", "5:1 5:1, 1, 0"})
  void leastLoadedNodesComeFirstWithCrLln(String nodes, int count, String expected) {
    assertThat(choose(nodes, count, true)).isEqualTo(expected);
  }

  @Test
  void aSelectorForgetsWhatItWasOfferedBefore() {
    NodeSelector selector = new NodeSelector(specs("1:1 1:1"), false);
    selector.begin();
    selector.offer(0, 5);
    selector.begin();
    selector.offer(1, 5);
    assertThat(selector.choose(1, 1)).containsExactly(1);
  }

  private static String choose(String nodes, int count, boolean leastLoaded) {
    NodeSelector selector = new NodeSelector(specs(nodes), leastLoaded);
    selector.begin();
    String[] words = nodes.split(" ");
    for (int i = 0; i < words.length; i++) {
      if (!words[i].equals("-")) {
        selector.offer(i, Integer.parseInt(words[i].split(":")[0]));
      }
    }
    int[] chosen = selector.choose(count, 1);
    if (chosen == null) {
      return "none";
    }
    List<String> names = new ArrayList<>();
    for (int node : chosen) {
      names.add(Integer.toString(node));
    }
    return String.join(" ", names);
  }

  private static List<NodeSpec> specs(String nodes) {
    List<NodeSpec> specs = new ArrayList<>();
    for (String word : nodes.split(" ")) {
      long weight = word.equals("-") ? 1 : Long.parseLong(word.split(":")[1]);
      specs.add(new NodeSpec("n" + specs.size(), "", 0, 64, 0, new TreeSet<>(), weight, 1));
    }
    return specs;
  }
}
