package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Node;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import java.nio.file.Path;
import java.time.Clock;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Odd node records and answers that users of real Slurm tools reported, with their siblings. */
class FieldReportNodesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A1  | gpu:h100:4(S:0-3)            | gpu:h100:1(IDX:0)      | {h100=1/4}",
        "A2  | gpu:8(S:0-3)                 | gpu:0(IDX:N/A)         | {=0/8}",
        "A3  | gpu:a100:8(S:1,3,5,7)        | gpu:a100:2(IDX:1,3)    | {a100=2/8}",
        "A5  | gpu:k80:4                    | gpu:k80:4(IDX:0-3)     | {k80=4/4}",
        "A6  | gpu:tesla:2                  | gpu:tesla:0(IDX:N/A)   | {tesla=0/2}",
        "A6  | (null)                       | (null)                 | {}",
        "A6  | gpu:0                        | gpu:0                  | {}",
        "A21 | ``                           | ``                     | {}",
        "A21 | N/A                          | N/A                    | {}",
        "A17 | gpu:nvidia_a100_1g.5gb:21(S:0-1) | gpu:nvidia_a100_1g.5gb:3(IDX:0-2) | {nvidia_a100_1g.5gb=3/21}",
        "A17 | gpu:nvidia_a100_80gb:8,mig:nvidia_a100_3g.40gb:7 | gpu:nvidia_a100_80gb:1 | {nvidia_a100_80gb=1/8}",
        "A22 | gpu:X:2(S:0-1)               | gpu:X:1                | {X=1/2}",
        "A22 | gpu:X:2(S:0),gpu:X:2(S:1)    | gpu:X:3                | {X=3/4}",
      })
  void inventory(String report, String gres, String used, String expected) throws Exception {
    Node node = node("'state':['MIXED'],'gres':'" + gres + "','gres_used':'" + used + "'");
    assertThat(node.oddity()).isEmpty();
    assertThat(
            node.gpus().entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue().used() + "/" + e.getValue().total())
                .collect(Collectors.joining(", ", "{", "}")))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A20 | ['IDLE','DRAIN']         | IDLE  | [DRAIN]           | false",
        "A20 | ['IDLE','INVALID_REG']   | IDLE  | [INVALID_REG]     | false",
        "E1  | 'idle','state_flags':['DRAIN'] | IDLE | [DRAIN]      | false",
        "E1  | 'idle','state_flags':[]  | IDLE  | []                | true",
        "E2  | 'IDLE+DRAIN'             | IDLE  | [DRAIN]           | false",
        "E2  | 'idle~'                  | IDLE  | [POWERED_DOWN]    | false",
        "E2  | 'down*'                  | DOWN  | [NOT_RESPONDING]  | false",
        "E2  | 'idle#'                  | IDLE  | [POWERING_UP]     | false",
        "E2  | 'mix-'                   | MIXED | [PLANNED]         | false",
        "E2  | 'alloc$'                 | ALLOCATED | [MAINTENANCE] | false",
        "E2  | 'MIXED+CLOUD'            | MIXED | [CLOUD]           | true",
        "E3  | ['IDLE','COMPLETING']    | IDLE  | [COMPLETING]      | false",
        "E3  | ['MIXED','PLANNED']      | MIXED | [PLANNED]         | false",
        "E5  | 'inval'                  | INVALID_REG | []          | false",
        "E5  | ['INVALID']              | INVALID | []              | false",
        "E14 | ['IDLE','BRAND_NEW']     | IDLE  | [BRAND_NEW]       | false",
        "E14 | ['EXTERNAL']             | EXTERNAL | []             | false",
      })
  void states(String report, String state, String base, String flags, boolean usable)
      throws Exception {
    Node node = node("'state':" + state);
    assertThat(node.state().base()).isEqualTo(base);
    assertThat(node.state().flags()).hasToString(flags);
    assertThat(node.isUsable()).isEqualTo(usable);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A24 | 'gres':'gpu: x 4'                       | gres",
        "A14 | 'gres':'gpu:a100:4'                     | gres_used",
        "D15 | 'alloc_cpus':'many'                     | alloc_cpus",
        "D15 | 'alloc_cpus':null                       | alloc_cpus",
        "D14 | 'alloc_cpus':4294967294                 | alloc_cpus",
        "D15 | 'alloc_memory':-7                       | alloc_memory",
        "D15 | 'cpus':-1                               | cpus",
        "D17 | 'real_memory':{'x':1}                   | real_memory",
      })
  void aBusyNodeThatDoesNotTellWhatIsInUseIsNotFree(String report, String fields, String field)
      throws Exception {
    Node node = node("'state':['MIXED']," + fields);
    assertThat(node.oddity()).contains(field);
    assertThat(node.isUsable()).isFalse();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "F5  | {'jobs':[],'errors':[{'error_number':1007,'error':'Protocol authentication error'}]}",
        "F8  | {'jobs':[],'errors':[{'error_number':0,'error':'No error'}]}",
        "F8  | {'jobs':[{'job_id':1}],'errors':['something']}",
        "F10 | {'jobs':[],'warnings':[{'description':'No job changes since 1'}]}",
        "F14 | {}",
        "D17 | {'jobs':null}",
        "D17 | {'jobs':{}}",
        "F4  | []",
        "F4  | {'jobs':[{'job_id':1},",
        "F4  | {'jobs':[{'job_id':1",
        "F13 | {'jobs':[]",
      })
  void noEmptyQueue(String report, String answer) {
    ScriptedTransport transport =
        new ScriptedTransport().on("GET /slurm/v0.0.42/jobs", answer.replace('\'', '"'));
    RestClient rest =
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC());
    assertThat(
            catchThrowableOfType(
                SlurmException.class, () -> rest.get("/slurm/v0.0.42/jobs", "jobs", job -> {})))
        .isNotNull();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "D17 | 'errors':{},'warnings':null",
        "D17 | 'errors':'','warnings':{}",
        "D12 | 'errors':[],'statistics':{'schedule_cycle_sum':5000000000}",
        "F14 | 'meta':null,'something_new':{'a':[1,{'b':[]}]}",
        "D15 | 'last_update':Infinity,'other':NaN",
      })
  void envelopesThatDiffer(String report, String fields) throws Exception {
    String answer = "{" + fields + ",'jobs':[{'job_id':1,'partition':'p'}]}";
    ScriptedTransport transport =
        new ScriptedTransport().on("GET /slurm/v0.0.42/jobs", answer.replace('\'', '"'));
    RestClient rest =
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC());
    assertThat(rest.get("/slurm/v0.0.42/jobs", "jobs", job -> {}).recordCount()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "H9 a node listed in two partitions, '[{`name`:`n`,`state`:[`IDLE`],`partitions`:[`a`,`b`]}]', 1, 0",
    "H9 a node listed twice, '[{`name`:`n`,`state`:[`IDLE`]},{`name`:`n`,`state`:[`IDLE`]}]', 1, 1",
    "A24 records of no shape, '[null,7,{},{`name`:`n`,`state`:[`IDLE`]}]', 1, 3",
  })
  void nodesAreKeyedByName(String report, String nodes, int count, int warnings) throws Exception {
    ClusterSnapshot snapshot =
        CapturedAnswers.snapshot(
            JSON.readTree("{\"jobs\":[]}"),
            JSON.readTree("{\"nodes\":" + nodes.replace('`', '"') + "}"),
            null);
    assertThat(snapshot.nodes()).hasSize(count);
    assertThat(snapshot.warnings()).hasSize(warnings);
  }

  /** A node whose other fields are as they should be. */
  private static Node node(String fields) throws Exception {
    String text = "'name':'n1'";
    for (String usual : new String[] {"'cpus':8", "'alloc_cpus':1", "'alloc_memory':1"}) {
      if (!fields.contains(usual.substring(0, usual.indexOf(':') + 1))) {
        text += "," + usual;
      }
    }
    String nodes = "{'nodes':[{" + text + "," + fields + "}]}";
    return CapturedAnswers.snapshot(
            JSON.readTree("{\"jobs\":[]}"), JSON.readTree(nodes.replace('\'', '"')), null)
        .nodes()
        .get(0);
  }
}
