package io.rltune.daemon.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs that wait at the end of a soak, some with a nice value or a node list of their user: after
 * {@code rltune revert} each must be as its user made it.
 */
final class SoakCanaries {
  private static final String SCRIPT = "exec sleep 900";
  private static final List<String> WHOLE_V100_NODE =
      List.of("--gres=gpu:v100:8", "--mem=1000", "--time=20", "--account=ml");

  /** What a user set; the site factor of all is 0. */
  private record Wish(long nice, String nodes) {}

  private final Lab lab;
  private final Map<Long, Wish> wishes = new LinkedHashMap<>();
  private final List<Long> all = new ArrayList<>();

  SoakCanaries(Lab lab) {
    this.lab = lab;
  }

  /** Submits them: the first two take the nodes, the others wait. */
  void submit() throws IOException, InterruptedException {
    for (int i = 0; i < 2; i++) {
      all.add(lab.submit("alice", SCRIPT, WHOLE_V100_NODE));
    }
    submit(new Wish(0, ""));
    submit(new Wish(50, ""));
    submit(new Wish(0, "v2"));
    submit(new Wish(20, "v1"));
  }

  private void submit(Wish wish) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(WHOLE_V100_NODE);
    options.add("--nice=" + wish.nice());
    if (!wish.nodes().isEmpty()) {
      options.add("--nodelist=" + wish.nodes());
    }
    long id = lab.submit("alice", SCRIPT, options);
    wishes.put(id, wish);
    all.add(id);
  }

  /** Pending jobs that carry a site factor. */
  int withSiteFactor() throws IOException, InterruptedException {
    return (int) siteFactors().values().stream().filter(factor -> factor != 0).count();
  }

  /** What is left of RLTune on any pending job; empty when all is as before. */
  List<String> left() throws IOException, InterruptedException {
    List<String> left = new ArrayList<>();
    siteFactors()
        .forEach(
            (id, factor) -> {
              if (factor != 0) {
                left.add("job %d has the site factor %d".formatted(id, factor));
              }
            });
    for (SoakJobs.Job job : SoakJobs.read(lab).values()) {
      if (!job.state().equals("PENDING")) {
        continue;
      }
      Wish wish = wishes.getOrDefault(job.id(), new Wish(0, ""));
      if (!job.requiredNodes().equals(wish.nodes())) {
        left.add(
            "job %d has the node list '%s', its user's was '%s'"
                .formatted(job.id(), job.requiredNodes(), wish.nodes()));
      }
      if (job.nice() != wish.nice()) {
        left.add(
            "job %d has nice %d, its user's was %d".formatted(job.id(), job.nice(), wish.nice()));
      }
    }
    return left;
  }

  private Map<Long, Long> siteFactors() throws IOException, InterruptedException {
    List<String> lines = lab.slurm("sprio", "-l").lines().toList();
    List<String> head = List.of(lines.get(0).strip().split("\\s+"));
    Map<Long, Long> factors = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.strip().split("\\s+");
      factors.put(
          Long.parseLong(fields[head.indexOf("JOBID")]),
          Long.parseLong(fields[head.indexOf("SITE")]));
    }
    return factors;
  }

  void cancel() throws IOException, InterruptedException {
    for (long id : all) {
      lab.slurm("scancel", "" + id);
    }
  }
}
