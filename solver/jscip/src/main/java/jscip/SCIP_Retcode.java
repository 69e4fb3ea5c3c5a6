package jscip;

/** Return codes of SCIP calls (SCIP 10, type_retcode.h). */
public enum SCIP_Retcode {
  SCIP_OKAY(1, "normal termination"),
  SCIP_ERROR(0, "unspecified error"),
  SCIP_NOMEMORY(-1, "out of memory"),
  SCIP_READERROR(-2, "a file could not be read; look at its syntax"),
  SCIP_WRITEERROR(-3, "a file could not be written"),
  SCIP_NOFILE(-4, "no such file"),
  SCIP_FILECREATEERROR(-5, "a file could not be created"),
  SCIP_LPERROR(-6, "error in the LP solver"),
  SCIP_NOPROBLEM(-7, "there is no problem"),
  SCIP_INVALIDCALL(-8, "call not allowed in this stage of solving"),
  SCIP_INVALIDDATA(-9, "invalid data"),
  SCIP_INVALIDRESULT(-10, "a method returned an invalid result"),
  SCIP_PLUGINNOTFOUND(-11, "a plug-in is missing"),
  SCIP_PARAMETERUNKNOWN(-12, "no parameter of that name"),
  SCIP_PARAMETERWRONGTYPE(-13, "the parameter is of another type"),
  SCIP_PARAMETERWRONGVAL(-14, "the value is outside the range of the parameter"),
  SCIP_KEYALREADYEXISTING(-15, "the key exists already"),
  SCIP_MAXDEPTHLEVEL(-16, "maximal depth of branching exceeded"),
  SCIP_BRANCHERROR(-17, "no branching could be made"),
  SCIP_NOTIMPLEMENTED(-18, "not implemented");

  private final int value;
  private final String meaning;

  SCIP_Retcode(int value, String meaning) {
    this.value = value;
    this.meaning = meaning;
  }

  public int swigValue() {
    return value;
  }

  String meaning() {
    return meaning;
  }

  /** The code of a number; an unknown number is {@link #SCIP_ERROR}. */
  public static SCIP_Retcode swigToEnum(int value) {
    for (SCIP_Retcode code : values()) {
      if (code.value == value) {
        return code;
      }
    }
    return SCIP_ERROR;
  }
}
