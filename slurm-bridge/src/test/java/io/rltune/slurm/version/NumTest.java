package io.rltune.slurm.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumTest {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "60                                               | VALUE    | 60",
        "4294967293                                       | VALUE    | 4294967293",
        "4294967294                                       | UNSET    | 0",
        "4294967295                                       | INFINITE | 0",
        "18446744073709551615                             | INFINITE | 0",
        "18446744073709551614                             | UNSET    | 0",
        "-1                                               | VALUE    | -1",
        "2.6                                              | VALUE    | 3",
        "null                                             | UNSET    | 0",
        "\"Infinity\"                                     | INFINITE | 0",
        "\"INFINITE\"                                     | INFINITE | 0",
        "\"60\"                                           | VALUE    | 60",
        "\"\"                                             | UNSET    | 0",
        "\"6x\"                                           | UNREADABLE | 0",
        "\"NaN\"                                          | UNSET    | 0",
        "\"-Infinity\"                                    | UNSET    | 0",
        "\"UNLIMITED\"                                    | INFINITE | 0",
        "\"N/A\"                                          | UNSET    | 0",
        "\"4294967294\"                                   | UNSET    | 0",
        "\"18446744073709551615\"                         | INFINITE | 0",
        "\"18446744073709551614\"                         | UNSET    | 0",
        "\"2.5\"                                          | VALUE    | 3",
        "NaN                                              | UNSET    | 0",
        "Infinity                                         | INFINITE | 0",
        "-Infinity                                        | UNSET    | 0",
        "5e9                                              | VALUE    | 5000000000",
        "1e30                                             | UNREADABLE | 0",
        "18446744073709551613                             | UNREADABLE | 0",
        "[1]                                              | UNREADABLE | 0",
        "{\"a\":1}                                         | UNREADABLE | 0",
        "{\"set\":true,\"infinite\":true,\"number\":0}    | INFINITE | 0",
        "{\"set\":true,\"number\":null}                   | UNSET    | 0",
        "{\"set\":true,\"number\":\"x\"}                  | UNREADABLE | 0",
        "{\"set\":true,\"number\":{\"number\":1}}          | UNREADABLE | 0",
        "{\"set\":true,\"number\":4294967294}             | UNSET    | 0",
        "{\"set\":true,\"number\":Infinity}               | INFINITE | 0",
        "{\"infinite\":false}                             | UNSET    | 0",
        "{}                                               | UNSET    | 0",
        "[]                                               | UNSET    | 0",
        "true                                             | UNREADABLE | 0",
        "{\"set\":true,\"infinite\":false,\"number\":60}  | VALUE    | 60",
        "{\"set\":false,\"infinite\":true,\"number\":0}   | INFINITE | 0",
        "{\"set\":false,\"infinite\":false,\"number\":7}  | UNSET    | 0",
        "{\"set\":true,\"infinite\":false,\"number\":0}   | VALUE    | 0",
        "{\"number\":60}                                  | VALUE    | 60",
      })
  void readsEveryEncoding(String json, Num.Kind kind, long value) throws JsonProcessingException {
    assertThat(Num.of(JSON.readTree(json))).isEqualTo(new Num(kind, value));
  }

  @ParameterizedTest
  @CsvSource({
    "65534, UNSET, 0",
    "65535, INFINITE, 0",
    "65533, VALUE, 65533",
    "4294967294, UNSET, 0"
  })
  void knowsTheSentinelsOf16Bits(String json, Num.Kind kind, long value)
      throws JsonProcessingException {
    assertThat(Num.of16(JSON.readTree(json))).isEqualTo(new Num(kind, value));
  }

  @ParameterizedTest
  @CsvSource({"4294967294", "4294967295", "-2"})
  void rawNumbersHaveNoSentinels(String json) throws JsonProcessingException {
    assertThat(Num.raw(JSON.readTree(json)))
        .isEqualTo(new Num(Num.Kind.VALUE, Long.parseLong(json)));
  }
}
