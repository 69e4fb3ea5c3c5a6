package io.rltune.policy.ppo;

/** Where episodes come from. Safe for use by several threads. */
public interface EpisodeSource {
  /** Length of {@link Episode#outlook}. */
  int outlookWidth();

  /** A training episode; the same seed gives the same episode. */
  Episode open(long seed);

  /** Number of validation episodes, at least 1; never those of training. */
  int validationEpisodes();

  /** A validation episode, always the same for a number. */
  Episode openValidation(int number);

  /** What the episodes are made of, one line for the training card. */
  String description();
}
