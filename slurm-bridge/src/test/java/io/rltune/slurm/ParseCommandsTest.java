package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.slurm.grammar.GrammarException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParseCommandsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gres | gpu:a100:4(S:0-3) | [{\"name\":\"gpu\",\"type\":\"a100\",\"count\":4}]",
        "gres | gpu:2 | [{\"name\":\"gpu\",\"type\":null,\"count\":2}]",
        "gres | (null) | []",
        "tres | cpu=1,mem=512M,node=1,gres/gpu=2 |"
            + " {\"cpu\":1,\"mem_mb\":512,\"node\":1,\"gres\":[{\"name\":\"gpu\",\"type\":null,\"count\":2}]}",
        "hostlist | n[01-03] | {\"hosts\":[\"n01\",\"n02\",\"n03\"],\"compressed\":\"n[01-03]\"}",
        "time | 1:00:00 | {\"seconds\":3600,\"unlimited\":false,\"partition_limit\":false}",
        "time | UNLIMITED | {\"seconds\":null,\"unlimited\":true,\"partition_limit\":false}",
        "memory | 1G | {\"mb\":1024,\"per\":null}",
        "memory | 1Gc | {\"mb\":1024,\"per\":\"cpu\"}",
        "state | IDLE+DRAIN | {\"base\":\"IDLE\",\"flags\":[\"DRAIN\"]}",
      })
  void printsTheDocumentedShape(String kind, String text, String json) throws GrammarException {
    assertThat(ParseCommands.parse(kind, text)).hasToString(json);
  }

  @Test
  void refusesAnUnknownKind() {
    assertThatThrownBy(() -> ParseCommands.parse("colour", "red"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour")
        .hasMessageContaining("hostlist");
  }
}
