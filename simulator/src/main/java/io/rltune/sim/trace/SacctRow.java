package io.rltune.sim.trace;

/** Values of one line of sacct, each from whichever of its columns there are. */
record SacctRow(Columns columns) {

  String get(String[] fields, String column) {
    String value = columns.get(fields, column).strip();
    return SacctText.isNothing(value) ? "" : value;
  }

  String id(String[] fields) throws BadLineException {
    String id =
        columns.has("JobID") ? columns.get(fields, "JobID") : columns.get(fields, "JobIDRaw");
    if (id.isBlank() || !Character.isDigit(id.strip().charAt(0))) {
      throw new BadLineException("JobID '" + id + "' is no job id");
    }
    return id.strip();
  }

  /**
   * When the job could first have started: a job that waited for a dependency or its begin time was
   * no business of the scheduler before.
   */
  double submitS(String[] fields, TraceSink sink) throws BadLineException {
    double submitS = DateTimes.seconds(columns.need(fields, "Submit"), "Submit");
    String eligible = get(fields, "Eligible");
    if (eligible.isEmpty()) {
      return submitS;
    }
    double eligibleS = DateTimes.seconds(eligible, "Eligible");
    if (eligibleS > submitS + 1) {
      sink.note("submitted when it became eligible (dependency, begin time, hold)");
      return eligibleS;
    }
    return submitS;
  }

  double runtimeS(String[] fields) throws BadLineException {
    String raw = get(fields, "ElapsedRaw");
    if (!raw.isEmpty()) {
      return Fields.amount(raw, "ElapsedRaw");
    }
    String elapsed = get(fields, "Elapsed");
    if (!elapsed.isEmpty()) {
      return SacctText.elapsed(elapsed, "Elapsed");
    }
    String start = get(fields, "Start");
    String end = get(fields, "End");
    if (start.isEmpty() || end.isEmpty()) {
      return 0;
    }
    double seconds = DateTimes.seconds(end, "End") - DateTimes.seconds(start, "Start");
    if (seconds < 0) {
      throw new BadLineException("End '" + end + "' is before Start '" + start + "'");
    }
    return seconds;
  }

  /**
   * Whether slurmdbd heard of the job's end only. It calls such a job "allocation" and knows no
   * partition and no limit: the start comes within seconds, or never where slurmctld died.
   */
  boolean isHalfWritten(String[] fields) {
    return get(fields, "JobName").equals("allocation")
        && get(fields, "Partition").isEmpty()
        && get(fields, "TimelimitRaw").isEmpty()
        && get(fields, "Timelimit").isEmpty();
  }

  boolean neverStarted(String[] fields) {
    return columns.has("Start") && get(fields, "Start").isEmpty();
  }

  /** CPUs, nodes and memory as asked, else as given. */
  SacctTres sizes(String[] fields) throws BadLineException {
    SacctTres asked = SacctTres.parse(get(fields, "ReqTRES"));
    return asked.cpus() > 0 ? asked : SacctTres.parse(get(fields, "AllocTRES"));
  }

  int nodes(String[] fields, SacctTres sizes) throws BadLineException {
    return first(fields, sizes.nodes(), "NNodes", "AllocNodes", "ReqNodes");
  }

  int cpus(String[] fields, SacctTres sizes) throws BadLineException {
    return first(fields, sizes.cpus(), "ReqCPUS", "AllocCPUS", "NCPUS");
  }

  long memoryMb(String[] fields, SacctTres sizes, int nodes, int cpus) throws BadLineException {
    if (!sizes.memory().isEmpty()) {
      return SacctText.memoryMb(sizes.memory(), 1, 1);
    }
    return SacctText.memoryMb(get(fields, "ReqMem"), nodes, cpus);
  }

  /** Requested walltime in seconds, 0 for none. */
  long requestedS(String[] fields) throws BadLineException {
    String raw = get(fields, "TimelimitRaw");
    if (!raw.isEmpty() && raw.chars().allMatch(Character::isDigit)) {
      return Long.parseLong(raw) * 60;
    }
    return SacctText.timeLimit(get(fields, "Timelimit"));
  }

  private int first(String[] fields, int known, String... names) throws BadLineException {
    if (known > 0) {
      return known;
    }
    for (String name : names) {
      int count = SacctText.count(get(fields, name), name);
      if (count > 0) {
        return count;
      }
    }
    return 0;
  }
}
