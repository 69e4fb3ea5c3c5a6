package io.rltune.solver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import jscip.Scip;

/** The SCIP parameters of {@code scip-settings.set}, which says why for each. */
final class ScipSettings {
  private static final String RESOURCE = "scip-settings.set";
  private static final Map<String, String> VALUES = load();

  private ScipSettings() {}

  static void apply(Scip scip) {
    VALUES.forEach((name, value) -> apply(scip, name, value));
  }

  private static void apply(Scip scip, String name, String value) {
    if (value.equals("TRUE") || value.equals("FALSE")) {
      scip.setBoolParam(name, value.equals("TRUE"));
    } else if (value.contains(".") || value.contains("e")) {
      scip.setRealParam(name, Double.parseDouble(value));
    } else {
      scip.setIntParam(name, Integer.parseInt(value));
    }
  }

  private static Map<String, String> load() {
    Map<String, String> values = new LinkedHashMap<>();
    try (InputStream in = ScipSettings.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String setting = line.replaceFirst("#.*", "").trim();
        if (!setting.isEmpty()) {
          int equals = setting.indexOf('=');
          values.put(setting.substring(0, equals).trim(), setting.substring(equals + 1).trim());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }
}
