package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Odd job records that users of real Slurm tools reported, each with siblings of its kind. The
 * first column names the report; {@code '} stands for a quote in JSON.
 */
class FieldReportJobsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NODES =
      "{'nodes':[{'name':'n1','state':['IDLE'],'gres':'gpu:a100:4','cpus':64,'partitions':['p']},"
          + "{'name':'n2','state':['IDLE'],'gres':'gpu:4','cpus':64,'partitions':['q']}]}";

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A7  | 'tres_per_job':'gres/gpu:a100=1,gres/gpu=1'                      | {a100=1}",
        "A7  | 'tres_req_str':'gres/gpu:a100=1,gres/gpu=1'                      | {a100=1}",
        "A7  | 'tres_req_str':'gres/gpu=2','tres_per_node':'gres:gpu:2'         | {=2}",
        "A8  | 'tres_per_job':'gres/gpu:nvidia_geforce_rtx_2080_ti=1'           | {nvidia_geforce_rtx_2080_ti=1}",
        "A9  | 'tres_per_node':'gres:gpu:2'                                     | {=2}",
        "A9  | 'tres_per_node':'gres/gpu:v100=2'                                | {v100=2}",
        "A9  | 'tres_per_node':'gpu:v100:2'                                     | {v100=2}",
        "A11 | 'tres_per_node':'gpu:titanrtx:0'                                 | {}",
        "A11 | 'tres_per_node':'(null)'                                         | {}",
        "A12 | 'tres_per_job':'gres:gpu:4','tres_per_node':'N/A'                | {=4}",
        "A12 | 'tres_per_socket':'gres:gpu:2','sockets_per_node':2              | {=4}",
        "A12 | 'tres_per_task':'gres:gpu:1','tasks':4                           | {=4}",
        "A13 | 'tres_per_task':'gres/gpu=2','tasks':2                           | {=4}",
        "A13 | 'tres_per_task':'cpu=8,gres/gpu:a100=2','tasks':2                | {a100=4}",
        "A14 | 'tres_req_str':'cpu=1,mem=512M,node=1,billing=1','tres_per_job':'gres/gpu:4' | {=4}",
        "A14 | 'tres_req_str':'','tres_per_node':'gres/gpu:a100:4','node_count':2 | {a100=8}",
        "A15 | 'tres_per_node':'gres/gpu:h100:1,gres/gpu:h200:1'                | {h100=1, h200=1}",
        "A15 | 'tres_per_job':'gres:gpu:h100:2,gres:gpu:h200:4'                 | {h100=2, h200=4}",
        "A17 | 'tres_per_node':'gres/gpu:nvidia_a100_1g.5gb:2'                  | {nvidia_a100_1g.5gb=2}",
        "A17 | 'tres_per_node':'gres/mig:nvidia_a100_3g.40gb:1'                 | {}",
        "A17 | 'tres_per_node':'gres/shard:4,gres/mps:50'                       | {}",
        "E10 | 'tres_per_job':'gres/gpu:8','tres_per_node':'gres/gpu:4'         | {=8}",
      })
  void gpuDemand(String report, String fields, String expected) throws Exception {
    Job job = job(fields);
    assertThat(job.oddity()).isEmpty();
    assertThat(job.request().gpus().byType()).hasToString(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "E10 | 'tres_per_job':'gres/gpu:a100:12'                     | 3 | *",
        "E10 | 'tres_per_job':'gres/gpu:12'                          | 3 | *",
        "E10 | 'tres_per_job':'gres/gpu:12','max_nodes':6            | 3 | 6",
        "E10 | 'tres_per_job':'gres/gpu:12','max_nodes':2            | 1 | 2",
        "E10 | 'tres_per_job':'gres/gpu:h100:12'                     | 1 | *",
        "E10 | 'tres_per_task':'gres/gpu=1','tasks':8                | 2 | 8",
        "E10 | 'tres_per_job':'gres/gpu:8','tres_per_node':'gres/gpu:4' | 2 | 2",
        "E10 | 'tasks':8,'tasks_per_node':4                          | 2 | 8",
        "E10 | 'tasks':8,'tasks_per_node':65534                      | 1 | 8",
        "E10 | 'tres_req_str':'cpu=4,mem=1G,node=3,billing=4'        | 3 | *",
        "D14 | 'node_count':4294967294,'max_nodes':4294967294        | 1 | *",
      })
  void nodeRange(String report, String fields, int min, String max) throws Exception {
    Job job = job(fields);
    assertThat(job.request().minNodes()).isEqualTo(min);
    assertThat(job.request().maxNodes())
        .isEqualTo(max.equals("*") ? ResourceRequest.UNBOUNDED : Integer.parseInt(max));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "C4  | 'array_job_id':5,'array_task_string':'1-10'                       | 10 | 0  | 5",
        "C1  | 'array_job_id':5,'array_task_string':'9201-10000%500'             | 800 | 500 | 5",
        "C2  | 'array_job_id':5,'array_task_string':'3-4%2'                      | 2 | 2 | 5",
        "C3  | 'array_job_id':5,'array_task_string':'0-4%1'                      | 5 | 1 | 5",
        "C13 | 'array_job_id':5,'array_task_string':'0-4','array_max_tasks':1    | 5 | 1 | 5",
        "C4  | 'array_job_id':5,'array_task_string':'1-9:2,20'                   | 6 | 0 | 5",
        "C4  | 'array_job_id':5,'array_task_string':'1,3,...'                    | 3 | 0 | 5",
        "C6  | 'array_job_id':{'set':true,'infinite':false,'number':0},'array_task_id':{'set':false,'number':0} | 1 | 0 | 0",
        "C6  | 'array_job_id':0,'array_task_id':null                             | 1 | 0 | 0",
        "C6  | 'array_job_id':{'set':true,'number':5},'array_task_id':{'set':true,'number':0} | 1 | 0 | 5",
      })
  void arrays(String report, String fields, int tasks, int throttle, long arrayId)
      throws Exception {
    Job job = job(fields);
    assertThat(job.oddity()).isEmpty();
    assertThat(job.array().pendingTasks()).isEqualTo(tasks);
    assertThat(job.array().throttle()).isEqualTo(throttle);
    assertThat(job.array().arrayJobId()).isEqualTo(arrayId);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "C11 | 'het_job_id':{'set':true,'number':0}                    | het=0",
        "C11 | 'het_job_id':{'set':true,'number':32}                   | het=32",
        "C9  | 'job_id':1043166,'array_job_id':1043074,'array_task_id':91 | id=1043166",
        "D1  | 'time_limit':{'set':false,'infinite':true,'number':0}   | time=*",
        "D1  | 'time_limit':null                                       | time=*",
        "D1  | 'time_limit':'Infinity'                                 | time=*",
        "D1  | 'time_limit':'UNLIMITED'                                | time=*",
        "D1  | 'time_limit':'NOT_SET'                                  | time=*",
        "D14 | 'time_limit':4294967295                                 | time=*",
        "D14 | 'time_limit':4294967294                                 | time=*",
        "D14 | 'time_limit':18446744073709551614                       | time=*",
        "D15 | 'time_limit':60                                         | time=3600",
        "D15 | 'time_limit':{'set':true,'infinite':false,'number':60}  | time=3600",
        "D5  | 'time_limit':525600                                     | time=31536000",
        "D11 | 'priority':4294967293                                   | priority=4294967293",
        "D11 | 'priority':{'set':true,'number':4294967293}             | priority=4294967293",
        "D19 | 'nice':-50                                              | nice=-50",
        "D19 | 'nice':4294967246                                       | nice=-50",
        "D19 | 'nice':4294967294                                       | nice=-2",
        "D19 | 'nice':4294967295                                       | nice=-1",
        "D6  | 'memory_per_node':{'set':true,'number':0}               | mem=whole",
        "D6  | 'memory_per_node':0                                     | mem=whole",
        "D6  | 'memory_per_node':null,'tres_req_str':'cpu=1,mem=500G,node=1' | mem=whole",
        "D10 | 'tres_req_str':'cpu=1,mem=48G,node=1','memory_per_node':49152 | mem=49152",
        "D14 | 'memory_per_node':9223372036854777856,'cpus':4          | mem=8192",
        "D14 | 'memory_per_node':-9223372036854773760,'cpus':4         | mem=8192",
        "D14 | 'memory_per_node':18446744073709551614                  | mem=0",
        "D7  | 'features':'(null)'                                     | features=",
        "D7  | 'features':'N/A'                                        | features=",
        "D7  | 'features':'None'                                       | features=",
        "D17 | 'features':{}                                           | features=",
        "D17 | 'features':[]                                           | features=",
        "D7  | 'state_reason':'Unknown'                                | reason=None",
        "D17 | 'state_reason':null                                     | reason=None",
        "E8  | 'state_reason':'(ReqNodeNotAvail, UnavailableNodes:d[001-032],f[001-024])' | reason=ReqNodeNotAvail",
        "E12 | 'state_reason':'QOSMaxGRESPerJob'                       | reason=QOSMaxGRESPerJob",
        "E14 | 'state_reason':'FooBar'                                 | reason=FooBar",
        "E11 | 'state_reason':'BadConstraints','priority':0            | held=true",
        "E6  | 'job_state':['PENDING','REQUEUE_HOLD']                  | plain=false",
        "E6  | 'job_state':['PENDING','CONFIGURING']                   | plain=false",
        "E6  | 'job_state':['RUNNING','COMPLETING']                    | plain=false",
        "E6  | 'job_state':'PENDING'                                   | plain=true",
        "E6  | 'job_state':['PENDING','NEWER_FLAG']                    | plain=false",
        "E15 | 'job_state':['PENDING'],'start_time':{'set':true,'number':4102444800} | plain=true",
        "F20 | 'name':'test^^^run a;b, c'                              | name=test^^^run a;b, c",
        "D17 | 'shared':['none']                                       | exclusive=true",
        "D17 | 'exclusive':['true']                                    | exclusive=true",
        "D17 | 'shared':['oversubscribe']                              | exclusive=false",
      })
  void fields(String report, String fields, String expected) throws Exception {
    Job job = job(fields);
    assertThat(job.oddity()).isEmpty();
    long time = job.request().timeLimitS();
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("het", job.hetJobId()),
            Map.entry("id", job.id()),
            Map.entry("time", time == ResourceRequest.UNLIMITED ? "*" : time),
            Map.entry("priority", job.priority()),
            Map.entry("nice", job.nice()),
            Map.entry("mem", job.request().wholeNodeMemory() ? "whole" : job.request().memMb()),
            Map.entry("features", job.constraints().features()),
            Map.entry("reason", job.reason()),
            Map.entry("held", job.isHeld()),
            Map.entry("plain", job.state().isPlainPending()),
            Map.entry("name", job.name()),
            Map.entry("exclusive", job.request().exclusive()));
    String key = expected.substring(0, expected.indexOf('='));
    assertThat(key + "=" + values.get(key)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "C3  | 'array_job_id':5,'array_task_string':'0-x%1'  | array_task_string | 0-x%1",
        "A24 | 'tres_per_node':'gpu: 4 a100'                 | tres_per_         | gpu: 4 a100",
        "B8  | 'required_nodes':'node]1-2['                  | required_nodes    | node]1-2[",
        "B8  | 'excluded_nodes':'node[0-2000000]'            | excluded_nodes    | node[0-2000000]",
        "D1  | 'time_limit':'tomorrow'                       | time_limit        | tomorrow",
        "D1  | 'time_limit':-5                               | time_limit        | -5",
        "D15 | 'cpus':'many'                                 | cpus              | many",
        "D15 | 'node_count':-1                               | node_count        | -1",
        "D15 | 'tasks':{'what':1}                            | tasks             | what",
        "D15 | 'priority':[1]                                | priority          | [1]",
        "D17 | 'partition':{}                                | partition         | empty",
        "D17 | 'features':{'and':['a']}                      | features          | and",
        "E6  | 'job_state':'PEN;DING'                        | job_state         | PEN;DING",
        "E6  | 'job_state':[]                                | job_state         | empty",
        "A7  | 'tres_req_str':'cpu'                          | tres_req_str      | cpu",
      })
  void whatCannotBeReadCostsOneJobAndNamesFieldAndValue(
      String report, String fields, String field, String value) throws Exception {
    ClusterSnapshot snapshot =
        snapshot(record(fields) + ",{'job_id':2,'job_state':['PENDING'],'partition':'p'}");
    assertThat(snapshot.jobs()).hasSize(2);
    assertThat(snapshot.jobs().get(0).oddity()).contains(field).contains(value);
    assertThat(snapshot.jobs().get(1).oddity()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'job_state':['PENDING','NEWER_FLAG'] | job state NEWER_FLAG (2)",
        "'state_reason':'FooBar'              | pending reason FooBar (2)",
      })
  void unknownValuesAreKeptAndCounted(String fields, String expected) throws Exception {
    String two = record(fields) + "," + record(fields).replace("'job_id':1", "'job_id':2");
    assertThat(snapshot(two).warnings()).singleElement().asString().contains(expected);
  }

  private static Job job(String fields) throws Exception {
    return snapshot(record(fields)).jobs().get(0);
  }

  /** A record of a pending job; a field that is given takes the place of the usual one. */
  private static String record(String fields) {
    String text = "";
    for (String usual :
        new String[] {"'job_id':1", "'job_state':['PENDING']", "'partition':'p,q'"}) {
      if (!fields.contains(usual.substring(0, usual.indexOf(':') + 1))) {
        text += usual + ",";
      }
    }
    return "{" + text + fields + "}";
  }

  private static ClusterSnapshot snapshot(String records) throws Exception {
    String jobs = "{'jobs':[" + records + "]}";
    return CapturedAnswers.snapshot(
        JSON.readTree(jobs.replace('\'', '"')), JSON.readTree(NODES.replace('\'', '"')), null);
  }
}
