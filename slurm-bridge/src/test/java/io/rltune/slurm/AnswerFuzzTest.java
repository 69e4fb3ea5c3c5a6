package io.rltune.slurm;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.version.ApiAdapter;
import io.rltune.slurm.version.ApiVersions;
import io.rltune.slurm.version.ParsedTexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Coverage-guided: no bytes make the readers of jobs, nodes and partitions fail, but with an
 * IOException where they are no whole answer; and no record is lost to a fault of the reader.
 */
class AnswerFuzzTest {
  @FuzzTest(maxDuration = "60s")
  void answers(byte[] bytes) {
    for (String version : List.of("v0.0.38", "v0.0.39", "v0.0.44", "v0.0.45")) {
      ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
      List<Job> jobList = new ArrayList<>();
      List<Node> nodeList = new ArrayList<>();
      Records records = new Records(adapter, new ArrayList<>());
      try {
        AnswerReader.read(
            new ByteArrayInputStream(bytes),
            ApiAdapter.JOBS,
            json -> adapter.job(json, new ParsedTexts()).ifPresent(jobList::add));
        AnswerReader.read(
            new ByteArrayInputStream(bytes),
            ApiAdapter.NODES,
            json -> adapter.node(json, new ParsedTexts()).ifPresent(nodeList::add));
        AnswerReader.read(
            new ByteArrayInputStream(bytes), ApiAdapter.PARTITIONS, records::partition);
      } catch (IOException e) {
        continue;
      }
      ClusterContext context =
          new ClusterContext(nodeList, List.of(), records.wholeNodePartitions());
      jobList.forEach(context::complete);
    }
  }
}
