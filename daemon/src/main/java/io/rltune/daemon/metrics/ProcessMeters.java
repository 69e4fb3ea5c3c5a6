package io.rltune.daemon.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory and garbage collection of the daemon itself. */
final class ProcessMeters {
  private static final Path STATM = Path.of("/proc/self/statm");
  private static final long PAGE = 4096;

  private ProcessMeters() {}

  static void register(MeterRegistry registry) {
    Gauge.builder("rltune.process.resident.memory", ProcessMeters::residentBytes)
        .description("Memory that the process holds.")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder(
            "rltune.jvm.heap.used",
            () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory())
        .description("Heap in use, garbage included.")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder(
            "rltune.process.start.timestamp",
            () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0)
        .description("When the process started.")
        .baseUnit("seconds")
        .register(registry);
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    FunctionCounter.builder(
            "rltune.jvm.gc.time",
            collectors,
            beans -> beans.stream().mapToLong(b -> Math.max(0, b.getCollectionTime())).sum() / 1e3)
        .description("Time spent collecting garbage.")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Resident bytes as the kernel counts them, or -1 where it does not tell. */
  private static double residentBytes() {
    try {
      return Long.parseLong(Files.readString(STATM).split(" ")[1]) * (double) PAGE;
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }
}
