package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variables of jobs: whether each option starts, and into which chunks.
 *
 * <p>Jobs that differ only in worth and account are alike in how they can be divided: how many of
 * them take each partition is counted together. Where there are too many partitions, each job
 * counts its chunks of each size on its own.
 */
final class JobColumns {
  private final Problem problem;
  private final MilpModel milp;
  private final ChunkDemand demand;
  private final List<StartOption> options;
  private final int[] start;
  private final List<Division> divisions = new ArrayList<>();

  JobColumns(Problem problem, List<StartOption> options, MilpModel milp, ChunkDemand demand) {
    this.problem = problem;
    this.milp = milp;
    this.demand = demand;
    this.options = options;
    start = new int[options.size()];
    Row[] once = new Row[problem.jobCount()];
    Row[] accounts = new Row[problem.caps().length];
    Map<StartOption, List<Integer>> alike = new LinkedHashMap<>();
    for (int o = 0; o < start.length; o++) {
      StartOption option = options.get(o);
      start[o] = milp.binary(objective(option));
      join(once, option.job(), 1).add(start[o], 1);
      int account = problem.accountOf(option.job());
      if (account >= 0) {
        join(accounts, account, problem.caps()[account]).add(start[o], option.gpus());
      }
      alike.computeIfAbsent(option.withoutJob(), key -> new ArrayList<>()).add(o);
    }
    milp.nextRank();
    alike.forEach(this::addDivisions);
    milp.nextRank();
  }

  private double objective(StartOption option) {
    PlacementInstance instance = problem.instance;
    int chargedNodes = option.isFixed() ? option.fixedNodes() - 1 : -1;
    return problem.worth[option.job()][option.type()]
        + instance.fragmentation() * option.gpus()
        - instance.spread() * chargedNodes;
  }

  private Row join(Row[] rows, int number, double most) {
    if (rows[number] == null) {
      rows[number] = milp.atMost(most);
    }
    return rows[number];
  }

  private void addDivisions(StartOption option, List<Integer> alike) {
    if (option.isFixed()) {
      Row row = demand.row(option.profile(), option.type(), option.minChunk());
      alike.forEach(o -> row.add(start[o], -option.fixedNodes()));
      return;
    }
    int sizes = option.maxChunk() - option.minChunk() + 1;
    int limit =
        Math.max(
            ClassModelLimits.PARTITIONS,
            Math.min(ClassModelLimits.PARTITIONS_OF_MANY, alike.size() * sizes));
    List<int[]> partitions = Partitions.of(option, limit);
    if (partitions == null) {
      alike.forEach(o -> divisions.add(new SizeCounts(option, o)));
    } else {
      divisions.add(new PartitionCounts(option, alike, partitions));
    }
  }

  List<StartOption> options() {
    return options;
  }

  /** The variable that starts an option. */
  int start(int option) {
    return start[option];
  }

  /** Number of the option that a start uses. */
  int optionOf(Start of) {
    boolean cpuOnly = problem.jobs.get(of.job()).gpus() == 0;
    int type = problem.typeOf[of.nodes()[0]];
    for (int o = 0; o < start.length; o++) {
      StartOption option = options.get(o);
      if (option.job() == of.job()
          && option.type() == type
          && (!cpuOnly || option.minNodes() == of.nodes().length)) {
        return o;
      }
    }
    throw new IllegalStateException(
        "job " + problem.jobs.get(of.job()).id() + " has no option for its placement");
  }

  void encode(double[] point, List<Start> starts) {
    Map<Integer, int[]> chunksOf = new LinkedHashMap<>();
    for (Start of : starts) {
      int o = optionOf(of);
      point[start[o]] = 1;
      int[] counts = new int[options.get(o).maxChunk() + 1];
      for (int gpus : of.gpus()) {
        counts[gpus]++;
      }
      chunksOf.put(o, counts);
    }
    divisions.forEach(division -> division.encode(point, chunksOf));
  }

  /** By started option: how many chunks of each size it takes. */
  Map<Integer, int[]> decode(double[] point) {
    Map<Integer, int[]> chunksOf = new LinkedHashMap<>();
    for (int o = 0; o < start.length; o++) {
      StartOption option = options.get(o);
      if (point[start[o]] > 0.5 && option.isFixed()) {
        int[] counts = new int[option.maxChunk() + 1];
        counts[option.minChunk()] = option.fixedNodes();
        chunksOf.put(o, counts);
      }
    }
    divisions.forEach(division -> division.decode(point, chunksOf));
    return chunksOf;
  }

  /** How options that are not fixed are divided into chunks. */
  private interface Division {
    void encode(double[] point, Map<Integer, int[]> chunksOf);

    void decode(double[] point, Map<Integer, int[]> chunksOf);
  }

  /** One option: chunks of each size. */
  private final class SizeCounts implements Division {
    private final int option;
    private final int[] variables;

    SizeCounts(StartOption of, int option) {
      this.option = option;
      variables = new int[of.maxChunk() + 1];
      Row gpus = milp.equalTo(0).add(start[option], -of.gpus());
      Row fewest = milp.atLeast(0).add(start[option], -of.minNodes());
      Row most = milp.atMost(0).add(start[option], -of.maxNodes());
      for (int size = of.minChunk(); size <= of.maxChunk(); size++) {
        int limit = Math.min(of.gpus() / size, of.maxNodes());
        variables[size] = milp.integer(0, limit, -problem.instance.spread());
        gpus.add(variables[size], size);
        fewest.add(variables[size], 1);
        most.add(variables[size], 1);
        demand.row(of.profile(), of.type(), size).add(variables[size], -1);
      }
    }

    @Override
    public void encode(double[] point, Map<Integer, int[]> chunksOf) {
      int[] counts = chunksOf.getOrDefault(option, new int[0]);
      for (int size = options.get(option).minChunk(); size < counts.length; size++) {
        point[variables[size]] = counts[size];
      }
    }

    @Override
    public void decode(double[] point, Map<Integer, int[]> chunksOf) {
      if (point[start[option]] > 0.5) {
        int[] counts = new int[variables.length];
        for (int size = options.get(option).minChunk(); size < counts.length; size++) {
          counts[size] = (int) point[variables[size]];
        }
        chunksOf.put(option, counts);
      }
    }
  }

  /** Options that are alike: how many take each partition. */
  private final class PartitionCounts implements Division {
    private final List<Integer> alike;
    private final List<int[]> partitions;
    private final int[] variables;

    PartitionCounts(StartOption of, List<Integer> alike, List<int[]> partitions) {
      this.alike = alike;
      this.partitions = partitions;
      variables = new int[partitions.size()];
      Row all = milp.equalTo(0);
      alike.forEach(o -> all.add(start[o], -1));
      for (int p = 0; p < variables.length; p++) {
        int[] counts = partitions.get(p);
        int chunks = Arrays.stream(counts).sum();
        variables[p] = milp.integer(0, alike.size(), -problem.instance.spread() * chunks);
        all.add(variables[p], 1);
        for (int size = of.minChunk(); size < counts.length; size++) {
          if (counts[size] > 0) {
            demand.row(of.profile(), of.type(), size).add(variables[p], -counts[size]);
          }
        }
      }
    }

    @Override
    public void encode(double[] point, Map<Integer, int[]> chunksOf) {
      for (int o : alike) {
        int[] counts = chunksOf.get(o);
        if (counts != null) {
          for (int p = 0; p < variables.length; p++) {
            if (Arrays.equals(partitions.get(p), counts)) {
              point[variables[p]]++;
            }
          }
        }
      }
    }

    @Override
    public void decode(double[] point, Map<Integer, int[]> chunksOf) {
      int p = 0;
      int left = (int) point[variables[0]];
      for (int o : alike) {
        if (point[start[o]] > 0.5) {
          while (left == 0) {
            p++;
            left = (int) point[variables[p]];
          }
          left--;
          chunksOf.put(o, partitions.get(p));
        }
      }
    }
  }
}
