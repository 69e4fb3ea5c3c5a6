package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderMovesTest {
  @ParameterizedTest
  @CsvSource({
    "1 2 3 4, 1 2 3 4, 0, as it was",
    "1 2 3 4, 2 3 4, 0, one has started",
    "1 2 3 4, 1 9 2 3 4 8, 0, two have come",
    "1 2 3 4, 4 1 2 3, 1, the last goes first",
    "1 2 3 4, 2 3 4 1, 1, the first goes last",
    "1 2 3 4, 4 3 2 1, 3, turned round",
    "1 2 3 4 5 6, 2 1 4 3 6 5, 3, each pair turned",
    "1 2 3, 7 8 9, 0, all are others",
    "'', 1 2, 0, nobody waited",
    "1 2, '', 0, nobody waits",
  })
  void jobsThatLeaveTheLongestUnchangedSequenceHaveMoved(
      String before, String after, int moved, String why) {
    OrderMoves moves = new OrderMoves(0);
    look(moves, 0, before);
    look(moves, 1, after);
    assertThat(moves.total()).as(why).isEqualTo(moved);
  }

  @Test
  void betweenTwoCyclesNothingIsWritten() {
    OrderMoves moves = new OrderMoves(60);
    look(moves, 0, "1 2");
    look(moves, 59, "2 1");
    assertThat(moves.total()).isZero();
    look(moves, 60, "2 1");
    look(moves, 119, "1 2");
    assertThat(moves.total()).isEqualTo(1);
    look(moves, 120, "1 2");
    assertThat(moves.total()).isEqualTo(2);
  }

  private static void look(OrderMoves moves, double nowS, String order) {
    long[] jobs =
        Arrays.stream(order.split(" "))
            .filter(job -> !job.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    moves.look(nowS, jobs.length, place -> jobs[place]);
  }
}
