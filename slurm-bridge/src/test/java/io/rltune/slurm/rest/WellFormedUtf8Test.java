package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WellFormedUtf8Test {
  /** Any bytes, in pieces of any size, come out as Java's own decoder with replacement has them. */
  @Property(tries = 500)
  void isWhatADecoderWithReplacementReads(
      @ForAll @Size(max = 300) byte[] bytes,
      @ForAll @IntRange(min = 1, max = 20) int piece,
      @ForAll @IntRange(min = 1, max = 20) int asked)
      throws IOException {
    assertThat(read(bytes, piece, asked)).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Long texts, with characters of one to four bytes over the ends of blocks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8191, 8192, 8193, 100_000})
  void charactersOverTheEndsOfBlocksStayWhole(int piece) throws IOException {
    Random random = new Random(piece);
    StringBuilder text = new StringBuilder();
    String[] words = {"plain ascii, as most of it is, and more of it ", "ä", "€", "😀", "\0", "\n"};
    while (text.length() < 60_000) {
      text.append(words[random.nextInt(words.length)]);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    assertThat(read(bytes, piece, 8000)).isEqualTo(text.toString());
  }

  /** Latin-1, a lone continuation, an overlong slash, a surrogate half, a character cut short. */
  @ParameterizedTest
  @ValueSource(strings = {"61e4", "80", "c0af", "eda080", "e282", "f09f98", "ff", "61f09f9862"})
  void whatIsNoUtf8IsReplaced(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThat(read(bytes, 1, 8))
        .isEqualTo(new String(bytes, StandardCharsets.UTF_8))
        .contains("\ufffd");
  }

  private static String read(byte[] bytes, int piece, int asked) throws IOException {
    try (InputStream in = new WellFormedUtf8(inPieces(bytes, piece))) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] buffer = new byte[asked + 3];
      for (int got = in.read(buffer, 3, asked); got >= 0; got = in.read(buffer, 3, asked)) {
        assertThat(got).isPositive();
        all.write(buffer, 3, got);
      }
      return all.toString(StandardCharsets.UTF_8);
    }
  }

  private static InputStream inPieces(byte[] bytes, int piece) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] buffer, int offset, int length) {
        return super.read(buffer, offset, Math.min(length, piece));
      }
    };
  }
}
