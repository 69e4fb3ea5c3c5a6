package io.rltune.daemon.cycle;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A cluster in memory, for faults that a real Slurm does not make on request. Everything it is told
 * is kept in {@link #writes}.
 */
final class FakeSlurm implements SlurmGateway {
  final Map<Long, Job> jobs = new LinkedHashMap<>();
  final Map<String, Node> nodes = new TreeMap<>();
  final List<JobUpdate> writes = new ArrayList<>();
  final Map<Long, SlurmError> refusals = new LinkedHashMap<>();
  final Map<Long, Integer> siteFactors = new LinkedHashMap<>();
  long now = 100_000;
  Optional<SlurmError> outage = Optional.empty();
  Runnable beforeReRead = () -> {};

  /** Runs with each write, e.g. to let time pass. */
  Runnable onWrite = () -> {};

  boolean siteFactorWorks = true;
  boolean siteFactorWritable = true;

  FakeSlurm node(String name, String type, int gpus) {
    nodes.put(
        name,
        new Node(
            name,
            new NodeState("IDLE", Set.of()),
            new TreeMap<>(Map.of(type, new GpuCount(gpus, 0))),
            64,
            512_000,
            Set.of(type),
            Set.of("gpu")));
    return this;
  }

  FakeSlurm job(long id, int gpus, UnaryOperator<JobBuilder> more) {
    JobBuilder builder =
        Job.builder(id)
            .gpus(gpus == 0 ? GpuDemand.NONE : GpuDemand.untyped(gpus))
            .submit(now - 60)
            .priority(1000);
    jobs.put(id, more.apply(builder).build());
    return this;
  }

  FakeSlurm job(long id, int gpus) {
    return job(id, gpus, builder -> builder);
  }

  void setState(long id, JobState state) {
    change(id, state, jobs.get(id).constraints().requiredNodes(), jobs.get(id).priority());
  }

  void setRequiredNodes(long id, List<String> required) {
    change(id, jobs.get(id).state(), required, jobs.get(id).priority());
  }

  void setPriority(long id, long priority) {
    change(id, jobs.get(id).state(), jobs.get(id).constraints().requiredNodes(), priority);
  }

  /** As Slurm does: each step of nice is one of priority, the other way. */
  void setNice(long id, long nice) {
    setPriority(id, jobs.get(id).priority() - (nice - jobs.get(id).nice()));
    jobs.put(id, jobs.get(id).withNice(nice));
  }

  void setNodeState(String name, NodeState state) {
    Node node = nodes.get(name);
    nodes.put(
        name,
        new Node(
            name,
            state,
            node.gpus(),
            node.cpusTotal(),
            node.memMbTotal(),
            node.features(),
            node.partitions()));
  }

  List<String> requiredNodes(long id) {
    return jobs.get(id).constraints().requiredNodes();
  }

  private void change(long id, JobState state, List<String> required, long priority) {
    Job job = jobs.get(id);
    JobConstraints c = job.constraints();
    JobConstraints constraints =
        new JobConstraints(
            required,
            c.excludedNodes(),
            c.features(),
            c.reservation(),
            c.dependency(),
            c.distribution(),
            c.licenses());
    List<String> allocated = state.holdsNodes() ? required : List.of();
    jobs.put(
        id,
        new Job(
            id,
            job.name(),
            job.user(),
            job.account(),
            job.qos(),
            job.partitions(),
            state,
            job.reason(),
            job.request(),
            job.times(),
            constraints,
            job.array(),
            job.hetJobId(),
            priority,
            job.nice(),
            allocated,
            job.oddity()));
  }

  @Override
  public ClusterSnapshot snapshot() throws SlurmException {
    if (outage.isPresent()) {
      throw new SlurmException(outage.get());
    }
    return new ClusterSnapshot(
        now,
        "fake",
        List.copyOf(jobs.values()),
        List.copyOf(nodes.values()),
        List.of(new Partition("gpu", List.copyOf(nodes.keySet()))),
        List.of());
  }

  @Override
  public Job job(long jobId) throws SlurmException {
    beforeReRead.run();
    if (!jobs.containsKey(jobId)) {
      throw new SlurmException(error(SlurmError.Kind.NO_SUCH_JOB, "Invalid job id specified"));
    }
    return jobs.get(jobId);
  }

  @Override
  public List<Optional<SlurmError>> write(List<JobUpdate> updateList, Duration patience) {
    List<Optional<SlurmError>> results = new ArrayList<>();
    for (JobUpdate update : updateList) {
      SlurmError refusal = refusals.get(update.jobId());
      if (refusal != null) {
        results.add(Optional.of(refusal));
        continue;
      }
      writes.add(update);
      onWrite.run();
      apply(update);
      results.add(Optional.empty());
    }
    return results;
  }

  private void apply(JobUpdate update) {
    long id = update.jobId();
    if (update instanceof JobUpdate.SiteFactor factor && siteFactorWorks) {
      long base = jobs.get(id).priority() - siteFactors.getOrDefault(id, 0);
      siteFactors.put(id, factor.value());
      setPriority(id, base + factor.value());
    } else if (update instanceof JobUpdate.NodeList list) {
      setRequiredNodes(id, list.nodes());
    } else if (update instanceof JobUpdate.ClearNodeList) {
      setRequiredNodes(id, List.of());
    } else if (update instanceof JobUpdate.Priority priority) {
      // As Slurm does: a fixed priority drops the user's nice value.
      setNice(id, 0);
      setPriority(id, priority.value());
    } else if (update instanceof JobUpdate.Nice nice) {
      setNice(id, nice.value());
    } else if (update instanceof JobUpdate.RestoreNice nice) {
      setNice(id, nice.value());
    }
  }

  @Override
  public boolean canWrite(JobUpdate kind) {
    return siteFactorWritable || !(kind instanceof JobUpdate.SiteFactor);
  }

  static SlurmError error(SlurmError.Kind kind, String message) {
    return new SlurmError(kind, "fake", message, 0, 0);
  }

  @Override
  public String describe() {
    return "fake slurm";
  }

  @Override
  public void close() {}
}
