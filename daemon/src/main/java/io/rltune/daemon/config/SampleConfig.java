package io.rltune.daemon.config;

/** The commented sample file, made from the settings themselves. */
public final class SampleConfig {
  private static final int WIDTH = 110;

  private SampleConfig() {}

  /** Every setting with its explanation and its default, commented out. */
  public static String render() {
    StringBuilder text = new StringBuilder();
    text.append(
        "# RLTune for Slurm. Every setting with its default; remove the # of what you change.\n");
    text.append(
        "# 'rltune check-config FILE' names every problem; 'rltune show-conf' shows what is in force.\n");
    String section = "";
    for (Setting<?> setting : Settings.ALL) {
      String own = setting.key().substring(0, setting.key().indexOf('.'));
      if (!own.equals(section)) {
        section = own;
        text.append('\n').append(own).append(":\n");
      }
      wrap(text, setting.doc() + " (" + setting.type().expects() + ")");
      String key = setting.key().substring(own.length() + 1);
      String value = setting.defaultText().isEmpty() ? "\"\"" : setting.defaultText();
      text.append("  #").append(key).append(": ").append(value).append('\n');
    }
    scopes(text);
    return text.toString();
  }

  /** An example: names of partitions and accounts are the admin's. */
  private static void scopes(StringBuilder text) {
    text.append("\n# What a partition or an account has of its own; the rest is as above.\n");
    for (Scope.Kind kind : Scope.Kind.values()) {
      String name = kind == Scope.Kind.PARTITIONS ? "gpu" : "physics";
      text.append("#").append(kind.section()).append(":\n#  ").append(name).append(":\n");
      for (Setting<?> setting : ScopedSettings.ALL) {
        if (kind == Scope.Kind.PARTITIONS) {
          wrap(text, "#    #", setting.doc() + " (" + setting.type().expects() + ")");
        }
        text.append("#    ").append(setting.key()).append(": ").append(setting.defaultText());
        text.append('\n');
      }
    }
  }

  private static void wrap(StringBuilder text, String doc) {
    wrap(text, "  #", doc);
  }

  private static void wrap(StringBuilder text, String indent, String doc) {
    StringBuilder line = new StringBuilder(indent);
    for (String word : doc.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }
}
