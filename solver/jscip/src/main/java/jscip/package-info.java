/** SCIP for Java, with the API of JSCIPOpt. */
package jscip;
