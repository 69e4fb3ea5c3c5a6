package jscip;

/** Guards in front of native calls: a stale pointer would end the JVM. */
final class Handles {
  private Handles() {}

  static void check(String kind, String name, boolean ownedHere, boolean live) {
    if (!ownedHere) {
      throw new IllegalStateException(kind + " " + name + " belongs to another Scip");
    }
    if (!live) {
      throw new IllegalStateException(kind + " " + name + " was released or freed");
    }
  }
}
