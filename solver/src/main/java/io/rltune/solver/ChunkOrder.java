package io.rltune.solver;

/**
 * The chunks of one type, within each size by falling price. Prices move little between two sorts,
 * so that insertion finds them nearly in order.
 */
final class ChunkOrder {
  private final Chunks chunks;
  private final int[] order;
  private final double[] price;

  ChunkOrder(Chunks chunks) {
    this.chunks = chunks;
    order = new int[chunks.size()];
    price = new double[order.length];
    for (int c = 0; c < order.length; c++) {
      order[c] = c;
    }
  }

  /** Chunk at a place; places of one size are those of {@link Chunks#firstOfSize}. */
  int chunk(int place) {
    return order[place];
  }

  /** Price of the chunk at a place when it was sorted. */
  double price(int place) {
    return price[place];
  }

  void sort(double[] prices) {
    int[] first = chunks.firstOfSize();
    for (int size = 0; size + 1 < first.length; size++) {
      int from = first[size];
      for (int i = from; i < first[size + 1]; i++) {
        int c = order[i];
        double value = prices[c];
        int at = i;
        while (at > from && price[at - 1] < value) {
          order[at] = order[at - 1];
          price[at] = price[at - 1];
          at--;
        }
        order[at] = c;
        price[at] = value;
      }
    }
  }
}
