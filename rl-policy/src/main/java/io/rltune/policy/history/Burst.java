package io.rltune.policy.history;

/**
 * Jobs that were submitted together: by one user or account, of one class of GPU counts, in the
 * same hour or minute, and with one name but for its digits where that counts. They run alike far
 * more than jobs of other hours do: of two jobs of one size in a row, submitted within ten seconds,
 * the logarithms of the runtimes correlate by 0.6 to 0.9, an hour apart by 0.2 (docs/adr/024).
 */
record Burst(Width width, String user, String account, String stem, int size, long time) {
  /** How close to each other. */
  enum Width {
    HOUR(3_600),
    MINUTE(60);

    private final double seconds;

    Width(double seconds) {
      this.seconds = seconds;
    }
  }

  /** The burst of any names; the submission must be known. */
  static Burst of(Width width, RunRequest request) {
    return new Burst(
        width,
        request.user(),
        request.account(),
        "",
        Kin.sizeClass(request.gpus()),
        (long) Math.floor(request.submitS() / width.seconds));
  }

  /** The part of it that has a request's name. */
  Burst named(RunRequest request) {
    return new Burst(width, user, account, NameStem.of(request.name()), size, time);
  }
}
