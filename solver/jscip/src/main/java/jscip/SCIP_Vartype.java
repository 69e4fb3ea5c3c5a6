package jscip;

/** Types of variables (type_var.h). */
public enum SCIP_Vartype {
  SCIP_VARTYPE_BINARY(0),
  SCIP_VARTYPE_INTEGER(1),
  SCIP_VARTYPE_IMPLINT(2),
  SCIP_VARTYPE_CONTINUOUS(3);

  private final int value;

  SCIP_Vartype(int value) {
    this.value = value;
  }

  public int swigValue() {
    return value;
  }
}
