package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generic resources other than GPUs, of nodes and of jobs. The first column names the release that
 * writes it so; {@code '} stands for a quote in JSON.
 */
class OtherGresTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // gres | gres_used | gres_drained | tres_used | expected used/total
        "22.05 | fpga:2           | gpu:0,shard:0,fpga:1 | N/A | cpu=1,mem=100M | {fpga=1/2}",
        "24.11 | fpga:2           | fpga:0               | N/A | ``             | {fpga=0/2}",
        "26.05 | fpga:xilinx:2,fpga:intel:1 | fpga:xilinx:1,fpga:intel:0 | N/A | `` | {fpga:intel=0/1, fpga:xilinx=1/2}",
        "type of what is used left out | fpga:xilinx:2 | fpga:1 | N/A | ``      | {fpga:xilinx=1/2}",
        "two types, none named | fpga:a:1,fpga:b:2 | fpga:2     | N/A | ``      | {fpga:a=1/1, fpga:b=1/2}",
        "more used than there are | fpga:2 | fpga:3             | N/A | ``      | {fpga=2/2}",
        "drained | fpga:2         | fpga:1                      | fpga:1 | ``   | {fpga=2/2}",
        "lines of two sockets | fpga:1(S:0),fpga:1(S:1) | fpga:1 | N/A | ``     | {fpga=1/2}",
        "suffix  | bandwidth:lustre:no_consume:4G | bandwidth:lustre:0 | N/A | `` | {bandwidth:lustre=0/4294967296}",
        "shards  | gpu:t4:2,shard:t4:8 | gpu:t4:0(IDX:N/A),shard:t4:5(3/4,2/4) | N/A | `` | {shard:t4=5/8}",
        "GPUs only | gpu:a100:4   | gpu:a100:1(IDX:0)           | N/A | ``      | {}",
        // Accounting counts only what AccountingStorageTRES lists: not to know is not to be free.
        "no gres_used | fpga:2,nic:1 | ``              | N/A | cpu=1,gres/fpga=1 | {fpga=1/2, nic=1/1}",
      })
  void nodesTellWhatTheyHaveAndWhatIsTaken(
      String release, String gres, String used, String drained, String tres, String expected)
      throws Exception {
    Node node =
        snapshot(
                "{'job_id':1}",
                "'state':['MIXED'],'alloc_cpus':1,'alloc_memory':1,'gres':'%s','gres_used':'%s','gres_drained':'%s','tres_used':'%s'"
                    .formatted(gres, used, drained, tres))
            .nodes()
            .get(0);

    assertThat(node.oddity()).isEmpty();
    assertThat(
            node.otherGres().entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue().used() + "/" + e.getValue().total())
                .collect(Collectors.joining(", ", "{", "}")))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "22.05 | 'tres_per_node':'gres:fpga:1'                   | {fpga=1}        | []",
        "24.11 | 'tres_per_node':'gres/fpga:2'                   | {fpga=2}        | []",
        "typed | 'tres_per_node':'gres/fpga:xilinx:2,gres/nic:1' | {fpga:xilinx=2, nic=1} | []",
        "with and without type | 'tres_per_node':'gres/fpga:3,gres/fpga:x:2' | {fpga=1, fpga:x=2} | []",
        "beside GPUs | 'tres_per_node':'gres/gpu:a100:1,gres/fpga:1' | {fpga=1}     | []",
        "none  | 'tres_per_node':'gres/fpga:0'                   | {}              | []",
        "GPUs  | 'tres_per_node':'gres/gpu:2'                    | {}              | []",
        "shards | 'tres_per_node':'gres/shard:3'                 | {shard=3}       | []",
        "two nodes | 'tres_per_node':'gres/fpga:1','node_count':2,'max_nodes':2 | {fpga=1} | []",
        // Per task or for the job as a whole is per node where there is one node.
        "one node | 'tres_per_task':'gres/fpga:1','tasks':2,'node_count':1,'max_nodes':1 | {fpga=2} | []",
        "open | 'tres_per_task':'gres/fpga:1','tasks':2,'node_count':1 | {}         | [fpga:1 per task]",
        "open | 'tres_per_job':'gres/fpga:4','node_count':2,'max_nodes':2 | {}      | [fpga:4 for the whole job]",
        "sockets | 'tres_per_socket':'gres/fpga:1','node_count':1,'max_nodes':1 | {} | [fpga:1 per socket]",
        "accounting only | 'tres_req_str':'cpu=1,node=1,gres/fpga=2','node_count':1,'max_nodes':1 | {fpga=2} | []",
        "accounting too  | 'tres_req_str':'cpu=2,node=2,gres/fpga=2','tres_per_node':'gres/fpga:1','node_count':2,'max_nodes':2 | {fpga=1} | []",
        "accounting, open | 'tres_req_str':'cpu=2,node=2,gres/fpga=2','node_count':2,'max_nodes':2 | {} | [fpga:2 in all]",
        "GPU types | 'tres_per_job':'gres/gpu:a:2,gres/gpu:b:2','tres_per_node':'gres/gpu:2' | {} | [several GPU types with both --gpus and --gpus-per-node]",
      })
  void jobsTellWhatEveryNodeMustGive(String release, String fields, String perNode, String unclear)
      throws Exception {
    Job job =
        snapshot("{'job_id':1,'job_state':['PENDING'],'partition':'p'," + fields + "}", "")
            .jobs()
            .get(0);

    assertThat(job.oddity()).isEmpty();
    assertThat(job.request().gresPerNode()).hasToString(perNode);
    assertThat(job.constraints().otherGres()).hasToString(unclear);
  }

  /** Of several GPU types too: what each node must give, where that is certain. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'tres_per_node':'gres/gpu:a:1,gres/gpu:b:2','node_count':1,'max_nodes':1 | Optional[{a=1, b=2}]",
        "'tres_per_node':'gres/gpu:a:1,gres/gpu:b:2','node_count':2,'max_nodes':2 | Optional[{a=1, b=2}]",
        "'tres_per_node':'gres/gpu:a:1,gres/gpu:b:2','node_count':1               | Optional.empty",
        "'tres_per_job':'gres/gpu:a:1,gres/gpu:b:2','node_count':1,'max_nodes':1  | Optional[{a=1, b=2}]",
        "'tres_per_job':'gres/gpu:a:2,gres/gpu:b:2','node_count':2,'max_nodes':2  | Optional.empty",
        "'tres_per_node':'gres/gpu:a:1,gres/gpu:2','node_count':1,'max_nodes':1   | Optional.empty",
        "'tres_per_node':'gres/gpu:3','node_count':1,'max_nodes':1                | Optional[{=3}]",
      })
  void gpusOfEachNode(String fields, String expected) throws Exception {
    // Many tasks, so that a missing most leaves the node count open.
    Job job =
        snapshot(
                "{'job_id':1,'job_state':['PENDING'],'partition':'p','tasks':8," + fields + "}", "")
            .jobs()
            .get(0);

    assertThat(job.request().gpusByTypeOnEachNode()).hasToString(expected);
  }

  private static ClusterSnapshot snapshot(String job, String node) throws Exception {
    String jobs = "{'jobs':[" + job + "]}";
    String nodes = "{'nodes':[{'name':'n1','cpus':64" + (node.isEmpty() ? "" : "," + node) + "}]}";
    return CapturedAnswers.snapshot(
        JSON.readTree(jobs.replace('\'', '"')), JSON.readTree(nodes.replace('\'', '"')), null);
  }
}
