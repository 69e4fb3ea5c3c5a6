package io.rltune.daemon.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The style sheet of all pages: light and dark, narrow and wide. */
public final class PageStyle {
  private PageStyle() {}

  /** CSS to stand in a page. */
  public static String css() {
    try (InputStream in = PageStyle.class.getResourceAsStream("page.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
