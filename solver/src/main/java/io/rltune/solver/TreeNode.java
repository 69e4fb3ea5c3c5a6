package io.rltune.solver;

/** A node of the tree of a {@link TreeSearch}: its parent's bounds, and one narrower. */
final class TreeNode {
  private final TreeNode parent;
  private final Box root;
  private final int variable;
  private final boolean upwards;
  private final double value;
  private final double before;
  private double bound;

  private TreeNode(
      TreeNode parent, Box root, int variable, boolean upwards, double value, double before) {
    this.parent = parent;
    this.root = root;
    this.variable = variable;
    this.upwards = upwards;
    this.value = value;
    this.before = before;
    bound = parent == null ? Double.POSITIVE_INFINITY : parent.bound;
  }

  static TreeNode root(Box box, double bound) {
    TreeNode root = new TreeNode(null, box, -1, false, 0, 0);
    root.bound = bound;
    return root;
  }

  /**
   * The child in which the variable is rounded up.
   *
   * @param at fractional value in the relaxation of this
   * @param objective of that relaxation
   */
  TreeNode up(int variable, double at, double objective) {
    return new TreeNode(this, root, variable, true, at, objective);
  }

  /** The same, rounded down. */
  TreeNode down(int variable, double at, double objective) {
    return new TreeNode(this, root, variable, false, at, objective);
  }

  /** What plans below this node are worth at most, as far as is known. */
  double bound() {
    return bound;
  }

  /** Takes in what the relaxation of this said. */
  void solved(double proven, double objective, PseudoCosts costs) {
    bound = Math.min(bound, proven);
    if (parent != null) {
      double above = value - Math.floor(value);
      costs.add(variable, upwards, upwards ? 1 - above : above, before - objective);
    }
  }

  /** The bounds of all variables here. */
  Box box() {
    Box box = root.copy();
    // From here upwards: a lower node's bound of a variable is narrower than a higher one's.
    for (TreeNode node = this; node.parent != null; node = node.parent) {
      int i = node.variable;
      if (node.upwards) {
        box.lower()[i] = Math.max(box.lower()[i], Math.ceil(node.value));
      } else {
        box.upper()[i] = Math.min(box.upper()[i], Math.floor(node.value));
      }
    }
    return box;
  }
}
