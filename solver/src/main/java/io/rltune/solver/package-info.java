/**
 * Which pending jobs start now, and on which nodes: a MILP on SCIP with a greedy fallback, and an
 * independent checker behind both.
 *
 * <p>Start at {@link io.rltune.solver.PlacementSolvers}. {@code ScipPlacement} reads top-down:
 * validate, greedy start, class model, decode, refine, check.
 */
package io.rltune.solver;
