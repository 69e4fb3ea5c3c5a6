package io.rltune.daemon.cli;

import io.rltune.daemon.config.Scope;
import io.rltune.daemon.config.ScopedSettings;
import io.rltune.daemon.config.Setting;
import io.rltune.daemon.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes rltune(1), rltune.yaml(5) and the bash completion, all from what the program itself has.
 */
public final class ManPages {
  private ManPages() {}

  /**
   * Writes them.
   *
   * @param args the directory
   */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    Files.writeString(directory.resolve("rltune.1"), commands());
    Files.writeString(directory.resolve("rltune.yaml.5"), settings());
    Files.writeString(
        directory.resolve("rltune.bash"), AutoComplete.bash("rltune", Main.commandLine()));
  }

  static String commands() {
    CommandLine main = Main.commandLine();
    StringBuilder page = new StringBuilder();
    page.append(".TH RLTUNE 1\n.SH NAME\nrltune \\- ")
        .append(text("start jobs sooner on a Slurm cluster with heterogeneous GPUs"));
    page.append("\n.SH SYNOPSIS\n.B rltune\n.I COMMAND\n.RI [ OPTIONS ]\n.SH COMMANDS\n");
    main.getSubcommands()
        .forEach(
            (name, command) -> {
              CommandSpec spec = command.getCommandSpec();
              page.append(".SS ").append(text(name)).append('\n');
              for (String line : spec.usageMessage().description()) {
                page.append(text(line)).append("\n.br\n");
              }
              spec.positionalParameters().forEach(parameter -> append(page, parameter));
              spec.options().stream()
                  .filter(
                      option -> !option.hidden() && !option.versionHelp() && !option.usageHelp())
                  .forEach(option -> append(page, option));
            });
    page.append(".SH EXIT STATUS\n");
    main.getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .forEach(
            (code, meaning) ->
                page.append(".TP\n.B ")
                    .append(code)
                    .append('\n')
                    .append(text(meaning))
                    .append('\n'));
    page.append(".SH SEE ALSO\n.BR rltune (8),\n.BR rltune.yaml (5)\n");
    return page.toString();
  }

  private static void append(StringBuilder page, PositionalParamSpec parameter) {
    page.append(".TP\n.I ").append(text(parameter.paramLabel())).append('\n');
    page.append(text(String.join(" ", parameter.description()))).append('\n');
  }

  private static void append(StringBuilder page, OptionSpec option) {
    page.append(".TP\n.B ").append(text(String.join(", ", option.names())));
    page.append(option.arity().max() > 0 ? " " + text(option.paramLabel()) : "").append('\n');
    String doc = String.join(" ", option.description());
    page.append(text(doc.replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))));
    page.append('\n');
  }

  static String settings() {
    StringBuilder page = new StringBuilder();
    page.append(".TH RLTUNE.YAML 5\n.SH NAME\nrltune.yaml \\- configuration of RLTune for Slurm\n");
    page.append(".SH DESCRIPTION\n");
    page.append(
        text(
            "/etc/rltune/rltune.yaml, then /etc/rltune/conf.d/*.yaml in the order of their names, then environment variables RLTUNE_SECTION_KEY; the later wins. Every key must be known and every value right: rltune check-config names all problems at once, rltune show-conf shows what is in force and where each value came from. SIGHUP (systemctl reload rltune) reads it again; a bad configuration is refused and the old one stays. Keys marked (restart) count from the next start on."));
    page.append('\n');
    String section = "";
    for (Setting<?> setting : Settings.ALL) {
      if (!setting.section().equals(section)) {
        section = setting.section();
        page.append(".SH SECTION ").append(text(section)).append('\n');
      }
      String value = setting.defaultText().isEmpty() ? "none" : setting.defaultText();
      append(
          page, setting, "Default: " + value + "." + (setting.needsRestart() ? " (restart)" : ""));
    }
    for (Scope.Kind kind : Scope.Kind.values()) {
      page.append(".SH SECTION ").append(kind.section()).append(".NAME\n");
      page.append(
              text(
                  "What the jobs of one of the "
                      + kind.section()
                      + " have of their own; what is not given is as for all. The value shown is an example."))
          .append('\n');
      for (Setting<?> setting : ScopedSettings.ALL) {
        append(page, setting, "Example: " + setting.defaultText() + ".");
      }
    }
    page.append(".SH SEE ALSO\n.BR rltune (1),\n.BR rltune (8)\n");
    return page.toString();
  }

  private static void append(StringBuilder page, Setting<?> setting, String value) {
    page.append(".TP\n.B ").append(text(setting.key())).append('\n');
    page.append(text(setting.doc()))
        .append('\n')
        .append(text("It must be " + setting.type().expects() + ". " + value))
        .append('\n');
  }

  /** A line of text that roff takes as text. */
  private static String text(String line) {
    String safe =
        line.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ").replaceAll("%n", " ");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
