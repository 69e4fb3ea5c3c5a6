package io.rltune.sim.rest;

/** Ways in which a slurmrestd fails in the field. */
public enum FaultKind {
  /** HTTP 511 with an empty list and an authentication error, as for an expired token. */
  AUTH,
  /** HTTP 500 with a text body. */
  SERVER_ERROR,
  /** HTTP 200 whose body ends in the middle, and the connection with it. */
  TRUNCATED_BODY,
  /** HTTP 200 without a body. */
  EMPTY_BODY,
  /** The connection is closed without an answer. */
  DROP_CONNECTION,
  /** HTTP 200 with an empty list beside an error: not an empty queue. */
  ERRORS_WITH_EMPTY_LIST
}
