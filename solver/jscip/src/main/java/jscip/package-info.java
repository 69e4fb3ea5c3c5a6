/**
 * SCIP for Java, with the API of JSCIPOpt (names, signatures and meaning of its public calls) over
 * the {@code libscip} that {@code com.google.ortools:ortools-linux-*} carries.
 *
 * <p>Differences from JSCIPOpt: a return code other than {@code SCIP_OKAY} is thrown as {@link
 * jscip.ScipException} instead of being asserted, a released or freed handle is an exception
 * instead of a crash of the JVM, and SCIP neither catches SIGINT nor writes to standard error.
 */
package jscip;
