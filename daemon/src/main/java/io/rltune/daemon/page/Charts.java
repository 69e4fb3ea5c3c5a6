package io.rltune.daemon.page;

import io.rltune.daemon.explain.Durations;
import io.rltune.daemon.history.CyclePoint;
import io.rltune.model.CleanText;
import io.rltune.model.Node;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Pictures of a page, as SVG with their meaning in words. */
final class Charts {
  private static final int CELL = 18;
  private static final int PER_ROW = 48;
  private static final int WIDTH = 900;
  private static final int HEIGHT = 190;
  private static final int LEFT = 56;
  private static final int BOTTOM = 22;

  private Charts() {}

  /** One square a node, filled from below by the share of its GPUs in use. */
  static void nodes(Html html, String what, List<Node> nodes) {
    int rows = (nodes.size() + PER_ROW - 1) / PER_ROW;
    int columns = Math.min(PER_ROW, nodes.size());
    html.open(
        "svg",
        "viewBox",
        "0 0 " + columns * CELL + " " + rows * CELL,
        "width",
        Integer.toString(columns * CELL),
        "role",
        "img",
        "aria-label",
        what);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int x = i % PER_ROW * CELL + 1;
      int y = i / PER_ROW * CELL + 1;
      int size = CELL - 3;
      boolean gpus = node.gpusTotal() > 0;
      int used = gpus ? node.gpusTotal() - node.gpusFree() : node.cpusUsed();
      int total = gpus ? node.gpusTotal() : node.cpusTotal();
      boolean serving = node.state().isInService();
      html.open("g");
      html.element(
          "title",
          CleanText.field(node.name())
              + ": "
              + used
              + " of "
              + total
              + (gpus ? " GPUs" : " CPUs")
              + " in use, "
              + state(node));
      rect(html, serving ? "cell" : "out", x, y, size, size);
      if (serving && used > 0) {
        int full = Math.max(1, Math.round(size * (float) used / Math.max(1, total)));
        rect(html, "use", x, y + size - full, size, full);
      }
      html.close();
    }
    html.close();
  }

  private static String state(Node node) {
    return node.state().base()
        + (node.state().flags().isEmpty() ? "" : "+" + String.join("+", node.state().flags()));
  }

  private static void rect(Html html, String style, int x, int y, int width, int height) {
    html.empty(
        "rect",
        "class",
        style,
        "x",
        Integer.toString(x),
        "y",
        Integer.toString(y),
        "width",
        Integer.toString(width),
        "height",
        Integer.toString(height));
  }

  /** Mean and longest wait of the queue over time, above the share of GPUs in use. */
  static void waits(Html html, List<CyclePoint> points) {
    CyclePoint first = points.get(0);
    CyclePoint last = points.get(points.size() - 1);
    long most = Math.max(60, points.stream().mapToLong(CyclePoint::maxWaitS).max().orElse(60));
    // Scrolled on a narrow screen: made smaller, its words could not be read.
    html.open(
        "div", "class", "chart", "tabindex", "0", "role", "region", "aria-label", "Chart of waits");
    html.open(
        "svg",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "role",
        "img",
        "aria-label",
        "Waits of the queue over "
            + Durations.about(last.at() - first.at())
            + ": mean now "
            + Durations.about(last.meanWaitS())
            + ", longest now "
            + Durations.about(last.maxWaitS()));
    for (int i = 0; i <= 2; i++) {
      String y = Integer.toString(y(most * i / 2, most));
      html.empty(
          "line",
          "class",
          "axis",
          "x1",
          Integer.toString(LEFT),
          "x2",
          Integer.toString(WIDTH - 8),
          "y1",
          y,
          "y2",
          y);
      html.element(
          "text",
          Durations.about(most * i / 2),
          "x",
          Integer.toString(LEFT - 6),
          "y",
          y,
          "text-anchor",
          "end",
          "dominant-baseline",
          "middle");
    }
    String use =
        line(points, p -> p.gpusTotal() == 0 ? 0 : most * p.gpusUsed() / p.gpusTotal(), most);
    html.empty(
        "polygon",
        "class",
        "area",
        "points",
        x(first, points) + "," + y(0, most) + " " + use + " " + x(last, points) + "," + y(0, most));
    html.empty("polyline", "class", "most", "points", line(points, CyclePoint::maxWaitS, most));
    html.empty("polyline", "class", "mean", "points", line(points, CyclePoint::meanWaitS, most));
    String base = Integer.toString(HEIGHT - 4);
    html.element(
        "text",
        Durations.about(last.at() - first.at()) + " ago",
        "x",
        Integer.toString(LEFT),
        "y",
        base);
    html.element("text", "now", "x", Integer.toString(WIDTH - 8), "y", base, "text-anchor", "end");
    html.close().close();
  }

  private static String line(List<CyclePoint> points, ToLongFunction<CyclePoint> value, long most) {
    StringBuilder line = new StringBuilder();
    // More points than pixels would only make the page heavy.
    int step = Math.max(1, points.size() / WIDTH);
    for (int i = 0; i < points.size(); i += step) {
      line.append(
          String.format(
              Locale.ROOT,
              "%s,%d ",
              x(points.get(i), points),
              y(value.applyAsLong(points.get(i)), most)));
    }
    return line.toString().strip();
  }

  private static String x(CyclePoint point, List<CyclePoint> points) {
    long from = points.get(0).at();
    long span = Math.max(1, points.get(points.size() - 1).at() - from);
    return String.format(
        Locale.ROOT, "%.1f", LEFT + (WIDTH - LEFT - 8.0) * (point.at() - from) / span);
  }

  private static int y(long value, long most) {
    return (int) Math.round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 10.0) * value / most);
  }
}
