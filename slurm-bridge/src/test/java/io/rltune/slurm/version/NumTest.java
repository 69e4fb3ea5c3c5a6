package io.rltune.slurm.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumTest {
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
        "\"6x\"                                           | UNSET    | 0",
        "{}                                               | UNSET    | 0",
        "[]                                               | UNSET    | 0",
        "true                                             | UNSET    | 0",
        "{\"set\":true,\"infinite\":false,\"number\":60}  | VALUE    | 60",
        "{\"set\":false,\"infinite\":true,\"number\":0}   | INFINITE | 0",
        "{\"set\":false,\"infinite\":false,\"number\":7}  | UNSET    | 0",
        "{\"set\":true,\"infinite\":false,\"number\":0}   | VALUE    | 0",
        "{\"number\":60}                                  | VALUE    | 60",
      })
  void readsEveryEncoding(String json, Num.Kind kind, long value) throws JsonProcessingException {
    assertThat(Num.of(new ObjectMapper().readTree(json))).isEqualTo(new Num(kind, value));
  }
}
