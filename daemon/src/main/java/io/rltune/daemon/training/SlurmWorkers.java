package io.rltune.daemon.training;

import io.rltune.daemon.service.FileTrees;
import io.rltune.policy.ppo.shared.SharedFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rollout workers in a Slurm job array, from submission to the last trace of them: closed, killed
 * by a signal or at the end of the JVM, the array is cancelled and the directory removed. (After
 * kill -9 the workers end by themselves ten minutes after the learner's last sign.)
 */
public final class SlurmWorkers implements AutoCloseable {
  private static final long LOOK_EVERY_MS = 15_000;

  private final WorkerSetup setup;
  private final WorkerArray array;
  private final SharedFiles files;
  private final Consumer<String> log;
  private final Thread hook = new Thread(this::cleanUp, "cancel-workers");
  private final Thread watch = new Thread(this::watch, "watch-workers");
  private boolean clean;
  private volatile boolean keepLogs;

  private SlurmWorkers(
      WorkerSetup setup, WorkerArray array, SharedFiles files, Consumer<String> log) {
    this.setup = setup;
    this.array = array;
    this.files = files;
    this.log = log;
  }

  /**
   * What workers are asked for.
   *
   * @param directory new directory that nodes and this machine see; made, and removed at the end
   * @param workers tasks of the array, at least 1
   * @param minutes time limit of a task; 0 for the partition's own
   * @param options further options of sbatch
   */
  public record Request(Path directory, int workers, long minutes, List<String> options) {
    public Request {
      options = List.copyOf(options);
    }
  }

  /**
   * Fills the directory and submits the array.
   *
   * @param arguments those of the training child
   * @param log gets what happens to the array
   */
  public static SlurmWorkers start(Request request, List<String> arguments, Consumer<String> log)
      throws IOException {
    Path directory = request.directory().toAbsolutePath();
    if (Files.exists(directory)) {
      throw new FileAlreadyExistsException(
          directory.toString(),
          null,
          "of another training run: remove it, or name another with --shared-dir");
    }
    SharedFiles files = SharedFiles.create(directory);
    WorkerSetup setup = new WorkerSetup(directory);
    WorkerArray array;
    try {
      setup.prepare(arguments);
      array =
          WorkerArray.submit(
              request.workers(),
              request.minutes(),
              request.options(),
              setup.script(),
              setup.logs());
    } catch (IOException | RuntimeException e) {
      remove(directory, null);
      throw e;
    }
    SlurmWorkers workers = new SlurmWorkers(setup, array, files, log);
    Runtime.getRuntime().addShutdownHook(workers.hook);
    workers.watch.setDaemon(true);
    workers.watch.start();
    log.accept(
        "submitted job array %s of %d workers, which share %s"
            .formatted(array.jobId(), request.workers(), directory));
    return workers;
  }

  /** Leaves the workers' logs where they are: the training failed. */
  public void keepLogs() {
    keepLogs = true;
    log.accept("the workers' logs stay in " + setup.logs());
  }

  /** The directory that learner and workers share. */
  public Path directory() {
    return files.path();
  }

  /** Tells the learner when the array has come to an end before it. */
  private void watch() {
    try {
      int empty = 0;
      while (empty < 2) {
        Thread.sleep(LOOK_EVERY_MS);
        empty = look() ? 0 : empty + 1;
      }
      String why =
          "all workers have ended: see the logs in "
              + setup.logs()
              + ", and sacct -j "
              + array.jobId();
      SharedFiles.write(files.noMoreWorkers(), why);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.accept("the learner cannot be told that all workers have ended: " + e.getMessage());
    }
  }

  private boolean look() {
    try {
      return !array.states().isEmpty();
    } catch (IOException e) {
      // slurmctld may be restarting; workers go on meanwhile.
      return true;
    }
  }

  /** Cancels the array and removes the directory. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM ends already: the hook does it.
      return;
    }
    cleanUp();
  }

  private synchronized void cleanUp() {
    if (clean) {
      return;
    }
    clean = true;
    watch.interrupt();
    try {
      SharedFiles.write(files.stop(), "the learner has ended");
      array.close();
      log.accept("cancelled what was left of job array " + array.jobId());
    } catch (IOException e) {
      log.accept(
          "job array %s could not be cancelled (%s): run scancel %s"
              .formatted(array.jobId(), e.getMessage(), array.jobId()));
    }
    try {
      remove(files.path(), keepLogs ? setup.logs() : null);
    } catch (IOException e) {
      log.accept("the shared directory " + files.path() + " is left: " + e.getMessage());
    }
  }

  /** Workers that still run write into it for a moment. */
  private static void remove(Path directory, @Nullable Path kept) throws IOException {
    FileTrees.removeFromUse(
        directory, one -> kept != null && (one.startsWith(kept) || kept.startsWith(one)));
  }
}
