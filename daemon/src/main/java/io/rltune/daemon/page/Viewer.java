package io.rltune.daemon.page;

import io.rltune.daemon.http.Request;
import java.util.Optional;
import java.util.Set;

/**
 * Who looks at the page, and so which jobs are shown: all, those of one user, or none.
 *
 * @param all whether every job is shown
 * @param user the one user whose jobs are shown; empty for none
 */
public record Viewer(boolean all, String user) {
  /**
   * Reads who asks. Without a header to go by everybody sees all; with one, a request that lacks it
   * did not come through the proxy and sees no job.
   *
   * @param header name of the header in which a proxy says who has logged in; empty for none
   * @param admins users who see all
   */
  public static Viewer of(Request request, String header, Set<String> admins) {
    if (header.isEmpty()) {
      return new Viewer(true, "");
    }
    Optional<String> user = request.header(header).map(String::strip).filter(u -> !u.isEmpty());
    return user.map(name -> new Viewer(admins.contains(name), name)).orElse(new Viewer(false, ""));
  }

  /** Whether a job of this owner is shown. */
  public boolean sees(String owner) {
    return all || (!user.isEmpty() && user.equals(owner));
  }
}
