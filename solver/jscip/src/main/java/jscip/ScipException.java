package jscip;

/** A SCIP call that did not return {@code SCIP_OKAY}. */
public final class ScipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SCIP_Retcode retcode;

  ScipException(String call, SCIP_Retcode retcode) {
    super(call + " returned " + retcode + " (" + retcode.swigValue() + "): " + retcode.meaning());
    this.retcode = retcode;
  }

  public SCIP_Retcode retcode() {
    return retcode;
  }
}
