package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import java.util.List;

/** Where a token comes from. What it throws and warns of never carries the token. */
interface TokenSupply {
  /**
   * The token as it should be now.
   *
   * @param current the one in use, empty for none
   * @param refused whether Slurm has refused the one in use
   * @throws SlurmException of kind AUTH when there is none to be had
   */
  String token(String current, boolean refused) throws SlurmException;

  /** What an admin should mend though it works, e.g. that everybody may read the file. */
  List<String> warnings();

  /** What to do when the token has expired, for messages: {@code renew the token file}. */
  String remedy();

  /**
   * The token in the text that {@code scontrol token} prints, or that a file holds.
   *
   * @param where names the source in errors
   */
  static String parse(String text, String where) throws SlurmException {
    String token = text.strip();
    if (token.startsWith("SLURM_JWT=")) {
      token = token.substring("SLURM_JWT=".length()).strip();
    }
    if (token.isEmpty()) {
      throw refusal(where, "is empty; fill it with: scontrol token username=USER", null);
    }
    if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw refusal(where, "holds more than one token: expected one line without blanks", null);
    }
    return token;
  }

  static SlurmException refusal(String where, String problem, Throwable cause) {
    return new SlurmException(
        new SlurmError(SlurmError.Kind.AUTH, "authentication", where + " " + problem, 0, 0), cause);
  }
}
