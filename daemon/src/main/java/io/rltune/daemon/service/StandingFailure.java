package io.rltune.daemon.service;

/** A failure that comes back every cycle is said once, until it is another or was over. */
public final class StandingFailure {
  private String last = "";

  /** Notes that it happened; whether that is news. */
  public boolean isNews(String failure) {
    boolean news = !failure.equals(last);
    last = failure;
    return news;
  }

  /** Notes that it did not happen. */
  public void isOver() {
    last = "";
  }
}
