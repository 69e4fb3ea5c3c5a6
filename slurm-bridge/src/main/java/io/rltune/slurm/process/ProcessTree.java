package io.rltune.slurm.process;

import java.util.List;

/** A process and all that it has started. */
public final class ProcessTree {
  private ProcessTree() {}

  /**
   * Ends a process and all below it, at once (SIGKILL). From the top down: a script whose command
   * dies first goes on with its next line.
   *
   * <p>The streams to the process stay open, so that its last words can still be read: {@link
   * Process#destroyForcibly} would close them under their reader.
   */
  public static void kill(Process process) {
    ProcessHandle top = process.toHandle();
    // Whoever has lost its parent is no descendant any more: they are looked for first.
    List<ProcessHandle> below = top.descendants().toList();
    top.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
  }
}
