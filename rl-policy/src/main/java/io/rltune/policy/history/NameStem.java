package io.rltune.policy.history;

/**
 * The part of a job name that its runs share: {@code train_resnet-17.sh} -> {@code
 * train_resnet-.sh}.
 */
final class NameStem {
  private static final int MAX_LENGTH = 32;

  private NameStem() {}

  /** The name without digits, at most 32 characters: parameter sweeps number their jobs. */
  static String of(String name) {
    StringBuilder stem = new StringBuilder(Math.min(name.length(), MAX_LENGTH));
    for (int i = 0; i < name.length() && stem.length() < MAX_LENGTH; i++) {
      char letter = name.charAt(i);
      if (letter < '0' || letter > '9') {
        stem.append(letter);
      }
    }
    return stem.toString();
  }
}
