package io.rltune.solver;

import io.rltune.solver.ClassForm.OpenNode;
import io.rltune.solver.MilpModel.Row;
import io.rltune.solver.Pool.Chunk;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The formulation over classes of equal nodes. Jobs take chunks of GPUs (how many of each size),
 * used nodes give pieces, and pools cut pieces into chunks.
 *
 * <p>It is exact but for one thing: it does not know that the chunks of one job need different
 * nodes. Where the layout finds them on one node, it merges them if the job's rules allow, and
 * drops the job if not; the caller sees the loss, because the optimum here bounds the true one.
 */
final class ClassModel implements PlacementModel {
  private final Problem problem;
  private final StartOptions options;
  private final MilpModel milp = new MilpModel();
  private final ChunkDemand demand = new ChunkDemand(milp);
  private final JobColumns columns;
  private final List<ClassForm> forms = new ArrayList<>();
  private final Map<List<Object>, Pool> pools = new LinkedHashMap<>();
  private final ClassForm[] formOf;

  /** By form and CPU-only profile: chunks of it on the form's nodes. */
  private final List<Map<Integer, Integer>> cpuChunks = new ArrayList<>();

  ClassModel(Problem problem) {
    this.problem = problem;
    options = new StartOptions(problem);
    formOf = new ClassForm[problem.nodeCount()];
    // Variable 0 belongs to an option, so that 0 can mean "no variable" elsewhere.
    columns = new JobColumns(problem, options.all(), milp, demand);
    List<NodeClass> classes = NodeClasses.of(problem, options);
    Map<List<Object>, int[]> sizes = poolSizes(classes);
    for (NodeClass nodeClass : classes) {
      ClassForm form =
          ClassForm.of(
              nodeClass,
              options,
              milp,
              demand,
              nodeClass.touchCost(),
              (of, lane) -> pool(of.type(), lane, sizes));
      nodeClass.nodes().forEach(node -> formOf[node] = form);
      forms.add(form);
      cpuChunks.add(addCpuChunks(form));
    }
    for (int option = 0; option < options.all().size(); option++) {
      needEnoughNodes(option);
    }
  }

  /** About how many variables {@link SingleNodes} would add. */
  static long columnsOfSingleNodes(Problem problem) {
    StartOptions options = new StartOptions(problem);
    long columns = 0;
    for (NodeClass nodeClass : NodeClasses.of(problem, options)) {
      if (!nodeClass.onlyGpusBind() && nodeClass.lanes().size() > ClassModelLimits.MANY_LANES) {
        for (Lane lane : nodeClass.lanes()) {
          columns +=
              nodeClass.nodes().size()
                  * lane.profiles().stream()
                      .mapToLong(p -> options.chunkSizes(p, nodeClass.type()).size())
                      .sum();
        }
      }
    }
    return columns;
  }

  /** By pool: GPUs of the largest piece, and a bound on the number of pieces. */
  private Map<List<Object>, int[]> poolSizes(List<NodeClass> classes) {
    Map<List<Object>, int[]> sizes = new HashMap<>();
    for (NodeClass nodeClass : classes) {
      for (Lane lane : nodeClass.lanes()) {
        int[] size =
            sizes.computeIfAbsent(List.of(nodeClass.type(), lane.profiles()), k -> new int[2]);
        size[0] = Math.max(size[0], nodeClass.gpus());
        size[1] += nodeClass.gpus() * nodeClass.nodes().size();
      }
    }
    return sizes;
  }

  private Pool pool(int type, Lane lane, Map<List<Object>, int[]> sizes) {
    List<Object> key = List.of(type, lane.profiles());
    return pools.computeIfAbsent(
        key,
        k ->
            new Pool(
                milp,
                options,
                type,
                lane.profiles(),
                sizes.get(key)[0],
                sizes.get(key)[1],
                demand));
  }

  private Map<Integer, Integer> addCpuChunks(ClassForm form) {
    NodeClass nodeClass = form.nodeClass;
    Map<Integer, Integer> chunks = new TreeMap<>();
    for (int i = 0; i < nodeClass.lanes().size(); i++) {
      Lane lane = nodeClass.lanes().get(i);
      if (lane.cpuOnly()) {
        Row slots = milp.atMost(0);
        form.addSlots(slots, i, -1);
        for (int p : lane.profiles().stream().toArray()) {
          int most = options.jobs(p, nodeClass.type());
          int chunk = milp.integer(0, (double) most * nodeClass.nodes().size(), 0);
          chunks.put(p, chunk);
          slots.add(chunk, 1);
          demand.row(p, nodeClass.type(), 0).add(chunk, 1);
          // A job takes a node once.
          Row perNode = milp.atMost(0).add(chunk, 1);
          form.addTouched(perNode, -most);
        }
      }
    }
    return chunks;
  }

  /** A job on several nodes needs as many used ones: most of what the model cannot tell apart. */
  private void needEnoughNodes(int number) {
    StartOption option = options.all().get(number);
    int fewest = option.isFixed() ? option.fixedNodes() : option.minNodes();
    if (fewest > 1) {
      Row row = milp.atMost(0).add(columns.start(number), fewest);
      for (ClassForm form : forms) {
        if (form.nodeClass.type() == option.type()
            && form.nodeClass.laneOf(option.profile()) >= 0) {
          form.addTouched(row, -1);
        }
      }
    }
  }

  @Override
  public MilpModel milp() {
    return milp;
  }

  @Override
  public double[] encode(List<Start> starts) {
    double[] point = new double[milp.size()];
    Map<Integer, List<Chunk>> contents = new TreeMap<>();
    columns.encode(point, starts);
    for (Start start : starts) {
      StartOption option = options.all().get(columns.optionOf(start));
      for (int i = 0; i < start.nodes().length; i++) {
        contents
            .computeIfAbsent(start.nodes()[i], node -> new ArrayList<>())
            .add(new Chunk(option.profile(), start.gpus()[i]));
      }
    }
    contents.forEach((node, chunks) -> encodeNode(point, node, chunks));
    return point;
  }

  private void encodeNode(double[] point, int node, List<Chunk> chunks) {
    ClassForm form = formOf[node];
    NodeClass nodeClass = form.nodeClass;
    List<List<Chunk>> byLane = new ArrayList<>();
    nodeClass.lanes().forEach(lane -> byLane.add(new ArrayList<>()));
    int[] amounts = new int[byLane.size()];
    for (Chunk chunk : chunks) {
      int lane = nodeClass.laneOf(chunk.profile());
      byLane.get(lane).add(chunk);
      amounts[lane] += nodeClass.lanes().get(lane).cpuOnly() ? 1 : chunk.gpus();
    }
    int[] pieces = form.open(point, node, amounts);
    for (int i = 0; i < amounts.length; i++) {
      Lane lane = nodeClass.lanes().get(i);
      if (lane.cpuOnly()) {
        Map<Integer, Integer> variables = cpuChunks.get(forms.indexOf(form));
        byLane.get(i).forEach(chunk -> point[variables.get(chunk.profile())]++);
      } else if (!form.givesPieces()) {
        byLane.get(i).forEach(chunk -> form.encodeChunk(point, node, chunk));
      } else if (!byLane.get(i).isEmpty()) {
        pools
            .get(List.of(nodeClass.type(), lane.profiles()))
            .encode(point, pieces[i], byLane.get(i));
      }
    }
  }

  @Override
  public List<Start> decode(double[] point) {
    List<ChunkLists> laid = new ArrayList<>();
    for (int type = 0; type < problem.typeCount(); type++) {
      laid.add(new ChunkLists());
    }
    Map<Pool, Map<Integer, List<Integer>>> pieces = new LinkedHashMap<>();
    Map<Pool, Integer> typeOfPool = new HashMap<>();
    for (int f = 0; f < forms.size(); f++) {
      NodeClass nodeClass = forms.get(f).nodeClass;
      forms.get(f).layChunks(point, laid.get(nodeClass.type()));
      List<OpenNode> open = forms.get(f).opened(point);
      for (int i = 0; i < nodeClass.lanes().size(); i++) {
        Lane lane = nodeClass.lanes().get(i);
        if (lane.cpuOnly()) {
          layCpuChunks(point, cpuChunks.get(f), lane, i, open, laid.get(nodeClass.type()));
        } else if (forms.get(f).givesPieces()) {
          Pool pool = pools.get(List.of(nodeClass.type(), lane.profiles()));
          typeOfPool.put(pool, nodeClass.type());
          for (OpenNode node : open) {
            pieces
                .computeIfAbsent(pool, p -> new HashMap<>())
                .computeIfAbsent(node.pieces()[i], size -> new ArrayList<>())
                .add(node.node());
          }
        }
      }
    }
    pieces.forEach((pool, bySize) -> pool.decode(point, bySize, laid.get(typeOfPool.get(pool))));
    return new ChunkMatcher(problem, laid).match(options.all(), columns.decode(point));
  }

  /** Jobs that start rather than not, each on its type, the large ones first. */
  @Override
  public List<Start> near(double[] point) {
    FreeState free = new FreeState(problem);
    Placer placer = new Placer(problem, free);
    IntStream.range(0, options.all().size())
        .filter(o -> point[columns.start(o)] > 0.5)
        .mapToObj(options.all()::get)
        .sorted(Comparator.comparingInt(option -> -option.gpus()))
        .filter(option -> free.accountAllows(option.job()))
        .map(option -> placer.place(option.job(), option.type()))
        .filter(Objects::nonNull)
        .forEach(free::take);
    return free.starts();
  }

  private static void layCpuChunks(
      double[] point,
      Map<Integer, Integer> variables,
      Lane lane,
      int laneNumber,
      List<OpenNode> open,
      ChunkLists laid) {
    int[] slots = open.stream().mapToInt(node -> node.pieces()[laneNumber]).toArray();
    int next = 0;
    for (int p : lane.profiles().stream().toArray()) {
      for (int n = (int) point[variables.get(p)]; n > 0; n--) {
        while (slots[next % slots.length] == 0) {
          next++;
        }
        slots[next % slots.length]--;
        laid.add(p, 0, open.get(next % slots.length).node());
        next++;
      }
    }
  }
}
