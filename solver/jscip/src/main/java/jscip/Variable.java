package jscip;

/** A variable of one {@link Scip}; unusable once released or once its SCIP is freed. */
public final class Variable {
  private final Scip owner;
  private final String name;
  private final SCIP_Vartype type;
  private long pointer;

  Variable(Scip owner, String name, SCIP_Vartype type, long pointer) {
    this.owner = owner;
    this.name = name;
    this.type = type;
    this.pointer = pointer;
  }

  public String getName() {
    return name;
  }

  /** The type it was created with. */
  public SCIP_Vartype getType() {
    return type;
  }

  long pointerFor(Scip scip) {
    Handles.check("variable", name, owner == scip, pointer != 0);
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
