package jscip;

/** A constraint of one {@link Scip}; unusable once released or once its SCIP is freed. */
public final class Constraint {
  private final Scip owner;
  private final String name;
  private long pointer;

  Constraint(Scip owner, String name, long pointer) {
    this.owner = owner;
    this.name = name;
    this.pointer = pointer;
  }

  public String getName() {
    return name;
  }

  long pointerFor(Scip scip) {
    Handles.check("constraint", name, owner == scip, pointer != 0);
    return pointer;
  }

  boolean isLive() {
    return pointer != 0;
  }

  void released() {
    pointer = 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
