package io.rltune.daemon.cli;

import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.Job;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import io.rltune.slurm.SlurmSettings;
import io.rltune.slurm.WriteTransport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures writing: updates a second by transport on pending jobs that are named; their nice values
 * move by one and are given back.
 */
final class WritesBench {
  private static final int CONNECTIONS = 4;

  private final PrintWriter out;

  WritesBench(PrintWriter out) {
    this.out = out;
  }

  /**
   * Measures each transport in turn.
   *
   * @param file configuration
   * @param jobIds pending jobs
   */
  void run(Path file, List<Long> jobIds) throws Exception {
    SlurmSettings settings = Wiring.slurm(ConfigLoader.load(file));
    rate(settings, WriteTransport.REST, 1, jobIds);
    rate(settings, WriteTransport.REST, CONNECTIONS, jobIds);
    rate(settings, WriteTransport.SCONTROL, 1, jobIds);
  }

  /** Each connection writes to its own share of the jobs. */
  private void rate(
      SlurmSettings settings, WriteTransport transport, int connections, List<Long> jobIds)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      List<Callable<List<Optional<SlurmError>>>> shares = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        List<Long> share = new ArrayList<>();
        for (int j = i; j < jobIds.size(); j += connections) {
          share.add(jobIds.get(j));
        }
        shares.add(() -> moveAndBack(settings.withTransport(transport), share));
      }
      long begin = System.nanoTime();
      List<Optional<SlurmError>> outcomes = new ArrayList<>();
      for (Future<List<Optional<SlurmError>>> share : threads.invokeAll(shares)) {
        outcomes.addAll(share.get());
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      out.printf(
          "%-9s %d connections %5d updates, each job read before and after: %6.0f updates/s, %d"
              + " failed%n",
          transport.name().toLowerCase(Locale.ROOT),
          connections,
          outcomes.size(),
          outcomes.size() / seconds,
          outcomes.stream().filter(Optional::isPresent).count());
      outcomes.stream().flatMap(Optional::stream).findFirst().ifPresent(e -> out.println("  " + e));
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Optional<SlurmError>> moveAndBack(SlurmSettings settings, List<Long> jobIds)
      throws SlurmException {
    try (SlurmGateway gateway = SlurmGateways.open(settings)) {
      List<JobUpdate> moved = new ArrayList<>();
      List<JobUpdate> back = new ArrayList<>();
      for (long id : jobIds) {
        Job job = gateway.job(id);
        moved.add(new JobUpdate.Nice(id, (int) job.nice() + 1));
        back.add(new JobUpdate.RestoreNice(id, (int) job.nice()));
      }
      List<Optional<SlurmError>> outcomes = new ArrayList<>(gateway.write(moved));
      outcomes.addAll(gateway.write(back));
      return outcomes;
    }
  }
}
