package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Descriptions are format strings to picocli: a bare per cent sign spoils the help it is in. */
class HelpTextTest {
  static Stream<CommandLine> commands() {
    List<CommandLine> all = new ArrayList<>();
    collect(Main.commandLine(), all);
    return all.stream();
  }

  private static void collect(CommandLine command, List<CommandLine> into) {
    into.add(command);
    command.getSubcommands().values().forEach(each -> collect(each, into));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyTextCanBeFormatted(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    List<String> texts = new ArrayList<>(List.of(spec.usageMessage().description()));
    spec.options().forEach(option -> texts.addAll(List.of(option.description())));
    spec.positionalParameters().forEach(each -> texts.addAll(List.of(each.description())));
    for (String text : texts) {
      assertThatCode(() -> String.format(text)).as(text).doesNotThrowAnyException();
    }
    assertThat(command.getUsageMessage()).doesNotContain("%%");
  }
}
