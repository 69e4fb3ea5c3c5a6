package io.rltune.daemon.page;

import io.rltune.model.CleanText;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML and SVG. Text and attribute values are always escaped, there is no way around it:
 * names are chosen by strangers. Not a template language; the pages hold hardly any prose.
 */
public final class Html {
  private final StringBuilder out = new StringBuilder(16_384);
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn
   */
  public Html open(String element, String... attributes) {
    start(element, attributes);
    open.push(element);
    return this;
  }

  /** Closes the innermost element. */
  public Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element with text only. */
  public Html element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** An element without content, e.g. {@code <br>}, {@code <rect>}. */
  public Html empty(String element, String... attributes) {
    start(element, attributes);
    if (open.contains("svg")) {
      out.append("</").append(element).append('>');
    }
    return this;
  }

  public Html text(String text) {
    escape(text);
    return this;
  }

  private void start(String element, String[] attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
    out.append('>');
  }

  /** Characters that do more than show themselves would be no danger here, but no use either. */
  private void escape(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      switch (point) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n' -> out.append('\n');
        default -> out.appendCodePoint(CleanText.isPlain(point) ? point : '?');
      }
    }
  }

  /** The whole page; style is our own and goes in as it is. */
  public static String page(String title, String style, Html body) {
    if (!body.open.isEmpty()) {
      throw new IllegalStateException("elements left open: " + body.open);
    }
    Html head = new Html();
    head.out
        .append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<meta name=\"color-scheme\" content=\"light dark\">");
    head.element("title", title);
    head.out.append("<style>").append(style).append("</style></head><body>");
    return head.out.append(body.out).append("</body></html>\n").toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
