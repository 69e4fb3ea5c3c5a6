package io.rltune.policy.history;

import io.rltune.policy.history.KinRuns.Alike;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs that are alike in some way.
 *
 * @param kind in what way
 * @param who user or account, or empty
 * @param what stem of the job name, or empty
 * @param walltime class of the walltime, or 0
 * @param size class of the GPU count, or 0
 */
record Kin(Kind kind, String who, String what, int walltime, int size) {
  enum Kind {
    ALL(128, 1, Alike.NO),
    WALLTIME(128, 5, Alike.YES),
    WALLTIME_SIZE(128, 5, Alike.YES),
    ACCOUNT(128, 5, Alike.NO),
    ACCOUNT_SIZE(128, 5, Alike.NO),
    USER(64, 5, Alike.NO),
    USER_SIZE(32, 5, Alike.NO),
    USER_WALLTIME_SIZE(32, 5, Alike.YES),
    USER_NAME(32, 5, Alike.IF_TIGHT);

    private final int latest;
    private final double trustAfter;
    private final Alike alike;

    Kind(int latest, double trustAfter, Alike alike) {
      this.latest = latest;
      this.trustAfter = trustAfter;
      this.alike = alike;
    }

    /** A kin of this kind without runs. */
    KinRuns newRuns() {
      return new KinRuns(latest, trustAfter, alike);
    }
  }

  private static final int UNLIMITED = 99;

  /** A job's kin, from far to close. */
  static List<Kin> of(RunRequest request) {
    String user = request.user();
    String account = request.account();
    String name = request.name();
    double walltimeS = request.walltimeS();
    int walltime = walltimeClass(walltimeS);
    int size = sizeClass(request.gpus());
    List<Kin> kin = new ArrayList<>(9);
    kin.add(new Kin(Kind.ALL, "", "", 0, 0));
    kin.add(new Kin(Kind.WALLTIME, "", "", walltime, 0));
    kin.add(new Kin(Kind.WALLTIME_SIZE, "", "", walltime, size));
    if (!account.isEmpty()) {
      kin.add(new Kin(Kind.ACCOUNT, account, "", 0, 0));
      kin.add(new Kin(Kind.ACCOUNT_SIZE, account, "", 0, size));
    }
    if (!user.isEmpty()) {
      kin.add(new Kin(Kind.USER, user, "", 0, 0));
      kin.add(new Kin(Kind.USER_SIZE, user, "", 0, size));
      kin.add(new Kin(Kind.USER_WALLTIME_SIZE, user, "", walltime, size));
      if (!name.isEmpty()) {
        kin.add(new Kin(Kind.USER_NAME, user, NameStem.of(name), 0, size));
      }
    }
    return kin;
  }

  /** Walltimes within a factor of the square root of 2 are alike. */
  private static int walltimeClass(double walltimeS) {
    if (!Double.isFinite(walltimeS)) {
      return UNLIMITED;
    }
    double halvings = 2 * Math.log(Math.max(1, Math.min(walltimeS, 1e8) / 60)) / Math.log(2);
    return (int) Math.round(halvings);
  }

  /** 0, 1, 2 to 3, 4 to 7, ... */
  static int sizeClass(int gpus) {
    return gpus == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(gpus);
  }
}
