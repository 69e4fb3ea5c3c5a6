package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** For each profile, type and chunk size: chunks laid out equal chunks that started jobs take. */
final class ChunkDemand {
  private final MilpModel milp;
  private final Map<List<Integer>, Row> rows = new HashMap<>();

  ChunkDemand(MilpModel milp) {
    this.milp = milp;
  }

  Row row(int profile, int type, int size) {
    return rows.computeIfAbsent(List.of(profile, type, size), key -> milp.equalTo(0));
  }
}
