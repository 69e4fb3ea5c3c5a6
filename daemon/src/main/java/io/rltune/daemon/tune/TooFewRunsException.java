package io.rltune.daemon.tune;

/** The site has not recorded enough runs yet to judge a policy by. */
public final class TooFewRunsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooFewRunsException(int recorded, int needed) {
    super(
        "%d recorded runs are too few to judge a candidate by; %d are needed"
            .formatted(recorded, needed));
  }
}
