package io.rltune.daemon.http;

/**
 * Answers requests for one path. Read-only: it only ever sees GET and HEAD. Called by several
 * threads.
 */
@FunctionalInterface
public interface Route {
  /**
   * The answer; an exception becomes a 500 without its text.
   *
   * @param request what was asked
   */
  Response answer(Request request) throws Exception;
}
