package io.rltune.daemon.config;

import io.rltune.slurm.WriteTransport;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every setting there is. Defaults, the sample file and error messages come from here. */
public final class Settings {
  public static final Setting<URI> ENDPOINT =
      new Setting<>(
          "slurm.endpoint",
          ValueType.ENDPOINT,
          "http://127.0.0.1:6820",
          "Where slurmrestd listens: http://, https:// or unix:/path.");
  public static final Setting<String> USER =
      new Setting<>(
          "slurm.user",
          ValueType.TEXT,
          "rltune",
          "The Slurm user that the token belongs to. It needs AdminLevel Operator to write.");
  public static final Setting<Path> TOKEN_FILE =
      new Setting<>(
          "slurm.token_file",
          ValueType.PATH,
          "",
          "File with a Slurm JWT, mode 0600. Read again whenever it changes. Where it is empty: the service's credential slurm-token, else the file token beside this one; none for a unix socket with rest_auth/local.");
  public static final Setting<String> TOKEN_COMMAND =
      new Setting<>(
          "slurm.token_command",
          ValueType.TEXT,
          "",
          "Instead of token_file: a command that prints a Slurm JWT, run without a shell, and again before the token expires.");
  public static final Setting<Path> JWT_KEY =
      new Setting<>(
          "slurm.jwt_key",
          ValueType.PATH,
          "",
          "Last resort instead of token_file: Slurm's jwt_hs256.key, to sign tokens for slurm.user. Who can read it can be any user.");
  public static final Setting<Path> TLS_CA =
      new Setting<>(
          "slurm.tls_ca",
          ValueType.PATH,
          "",
          "PEM file with the CA of an https endpoint; empty for the system's.");
  public static final Setting<Path> TLS_CERTIFICATE =
      new Setting<>(
          "slurm.tls_certificate",
          ValueType.PATH,
          "",
          "PEM file with our certificate (and its chain) for mutual TLS. Read again when it changes.");
  public static final Setting<Path> TLS_KEY =
      new Setting<>(
          "slurm.tls_key",
          ValueType.PATH,
          "",
          "PEM file with the private key of tls_certificate, PKCS#8 without a password.");
  public static final Setting<String> SCONTROL =
      new Setting<>("slurm.scontrol", ValueType.TEXT, "scontrol", "The scontrol command.");
  public static final Setting<Path> SLURM_CONF =
      new Setting<>(
          "slurm.slurm_conf",
          ValueType.PATH,
          "",
          "slurm.conf for scontrol (SLURM_CONF); empty for the system's own.");
  public static final Setting<WriteTransport> WRITE_TRANSPORT =
      new Setting<>(
          "slurm.write_transport",
          ValueType.oneOf(WriteTransport.class),
          "auto",
          "How changes are written: auto (by version), scontrol or rest.");
  public static final Setting<String> API_VERSION =
      new Setting<>(
          "slurm.api_version",
          ValueType.TEXT,
          "auto",
          "slurmrestd API versions that may be used: auto (v0.0.38..v0.0.46), one, e.g. v0.0.42, or a range, e.g. v0.0.40..v0.0.44. The best one on offer is taken, again after an upgrade; one newer than v0.0.45 is read like v0.0.45.");
  public static final Setting<Duration> CONNECT_TIMEOUT =
      new Setting<>(
          "slurm.connect_timeout", ValueType.DURATION_TYPE, "5s", "Longest wait for a connection.");
  public static final Setting<Duration> REQUEST_TIMEOUT =
      new Setting<>(
          "slurm.request_timeout",
          ValueType.DURATION_TYPE,
          "30s",
          "Longest wait for an answer. Large clusters take seconds to list jobs.");
  public static final Setting<Boolean> ONLY_CHANGES =
      new Setting<>(
          "slurm.only_changes",
          ValueType.BOOLEAN,
          "true",
          "Ask for the list of jobs only when one has changed (update_time), from v0.0.42 on; a whole list comes once a minute all the same.");

  public static final Setting<Mode> MODE =
      new Setting<>(
          "daemon.mode",
          ValueType.oneOf(Mode.class),
          "shadow",
          "off, observe (score and log), shadow (full plan, nothing written), advise (priorities only), enforce (priorities and node leases).");
  public static final Setting<Duration> INTERVAL =
      new Setting<>(
          "daemon.interval",
          ValueType.DURATION_TYPE,
          "10s",
          "Time between cycles. Each cycle costs the controller one jobs and one nodes listing.");
  public static final Setting<Duration> INTERVAL_MAX =
      new Setting<>(
          "daemon.interval_max",
          ValueType.DURATION_TYPE,
          "1m",
          "Longest time between cycles when the interval is stretched because Slurm answers slowly or sdiag shows a queue. Node lists may outlive lease.ttl by it.");
  public static final Setting<Double> READ_SHARE =
      new Setting<>(
          "daemon.read_share",
          ValueType.SHARE,
          "0.1",
          "Most of the time that reading from Slurm may take: after a read of 3 s the next cycle comes 30 s later.");
  public static final Setting<Double> JITTER =
      new Setting<>(
          "daemon.jitter",
          ValueType.atLeast(0),
          "0.05",
          "Part of the interval that chance adds or takes away (at most 0.5), so that clients do not ask in step.");
  public static final Setting<Duration> BACKOFF_MAX =
      new Setting<>(
          "daemon.backoff_max",
          ValueType.DURATION_TYPE,
          "1m",
          "While Slurm does not answer the time between tries doubles up to this; from the third failure on a try is a ping.");
  public static final Setting<Path> STATE_DIR =
      new Setting<>(
          "daemon.state_dir",
          ValueType.PATH,
          "/var/lib/rltune",
          "Journal, lock and status. Must survive restarts.");

  public static final Setting<Boolean> STANDBY =
      new Setting<>(
          "daemon.standby",
          ValueType.BOOLEAN,
          "false",
          "true: while another daemon holds the lock of the state directory, wait and take over when it dies; false: refuse to start.");
  public static final Setting<Integer> MIN_FREE_MB =
      new Setting<>(
          "daemon.min_free_mb",
          ValueType.integer(0, 1_000_000),
          "32",
          "With less room than this for the state directory nothing is written to Slurm any more; node lists are still taken back.");

  public static final Setting<Duration> JOURNAL_KEEP =
      new Setting<>(
          "journal.keep", ValueType.DURATION_TYPE, "30d", "How long concluded writes are kept.");
  public static final Setting<Integer> JOURNAL_MAX_MB =
      new Setting<>(
          "journal.max_mb",
          ValueType.integer(4, 1_000_000),
          "256",
          "Size at which the oldest concluded writes go, however young.");

  public static final Setting<Duration> FROM_SLURMDBD =
      new Setting<>(
          "history.from_slurmdbd",
          ValueType.DURATION_TYPE,
          "30d",
          "At its start the daemon learns the runs that ended while it was away, at most so long ago, from slurmdbd, in the background; 0s: none.");
  public static final Setting<String> SACCT =
      new Setting<>("history.sacct", ValueType.TEXT, "sacct", "The sacct command.");

  public static final Setting<String> POLICY =
      new Setting<>(
          "policy.name",
          ValueType.TEXT,
          "rltune",
          "Who orders the queue: rltune (the trained network) or a heuristic: fcfs, sjf, sga, wfp3, unicep, f1.");
  public static final Setting<Path> POLICY_FILE =
      new Setting<>(
          "policy.file",
          ValueType.PATH,
          "",
          "Policy zip written by rltune train; empty for the one that ships with RLTune.");

  public static final Setting<Boolean> TUNE_APPLY =
      new Setting<>(
          "tune.apply",
          ValueType.BOOLEAN,
          "false",
          "true: a policy that rltune tune --apply put in force takes the place of policy.file, and is taken back by itself when live waits get worse.");

  public static final Setting<Boolean> TUNE_RECORD =
      new Setting<>(
          "tune.record",
          ValueType.BOOLEAN,
          "false",
          "true: in the modes advise and enforce the daemon keeps the queues that its policy ordered, at most one a minute, and rltune tune also learns from them and from the waits that followed.");
  public static final Setting<Integer> TUNE_RECORD_DAYS =
      new Setting<>(
          "tune.record_days",
          ValueType.integer(1, 366),
          "28",
          "How many days such queues are kept; at most 200 MB of them, whatever is said here.");

  public static final Setting<Integer> HEAD_SIZE =
      new Setting<>(
          "planner.head_size",
          ValueType.integer(1, 100_000),
          "256",
          "Most jobs that the placement MILP looks at in one cycle, from the head of the order.");
  public static final Setting<Duration> SOLVE_TIME =
      new Setting<>(
          "planner.solve_time_limit",
          ValueType.DURATION_TYPE,
          "200ms",
          "Time limit of the MILP; the best placement found by then is used.");
  public static final Setting<Double> SOLVE_GAP =
      new Setting<>(
          "planner.solve_gap",
          ValueType.atLeast(0),
          "0.001",
          "Relative gap to the proven optimum that is good enough.");
  public static final Setting<String> SOLVER =
      new Setting<>("planner.solver", ValueType.TEXT, "scip", "scip or greedy.");
  public static final Setting<Double> FRAGMENTATION =
      new Setting<>(
          "planner.fragmentation",
          ValueType.atLeast(0),
          "0.02",
          "Cost of a GPU left free on a node that a plan touches.");
  public static final Setting<Double> SPREAD =
      new Setting<>(
          "planner.spread",
          ValueType.atLeast(0),
          "0.05",
          "Cost of each node of a job beyond its first.");
  public static final Setting<Map<String, Double>> GPU_SPEED =
      new Setting<>(
          "planner.gpu_speed",
          ValueType.NUMBERS,
          "{}",
          "Relative speed of GPU types, for jobs that take any type; 1 where not named.");
  public static final Setting<Map<String, Integer>> QOS_TIER =
      new Setting<>(
          "planner.qos_tier",
          ValueType.COUNTS,
          "{}",
          "Jobs of a QOS with a higher tier always come first; 0 where not named.");
  public static final Setting<Map<String, Integer>> ACCOUNT_CAPS =
      new Setting<>(
          "planner.account_caps",
          ValueType.COUNTS,
          "{}",
          "Most GPUs that an account's jobs may start with in one cycle.");
  public static final Setting<Double> OVERDUE_AFTER_WALLTIMES =
      new Setting<>(
          "planner.overdue_after_walltimes",
          ValueType.atLeast(0),
          "2",
          "A job that waited this many times its own walltime is overdue: it comes before all others.");
  public static final Setting<Duration> OVERDUE_AFTER =
      new Setting<>(
          "planner.overdue_after",
          ValueType.DURATION_TYPE,
          "4h",
          "A job that waited this long is overdue, whatever its walltime.");
  public static final Setting<Double> GUARD_MULTIPLE =
      new Setting<>(
          "planner.guard_multiple",
          ValueType.atLeast(1),
          "3",
          "A job is never overdue before it waited this many times as long as Slurm alone would have made it wait, nor before it waited twice as long as 99 % of the jobs would have waited there.");
  public static final Setting<Duration> BACKFILL_WINDOW =
      new Setting<>(
          "planner.bf_window",
          ValueType.DURATION_TYPE,
          "1d",
          "How far Slurm's backfill looks ahead: bf_window of SchedulerParameters in slurm.conf, there in minutes. What Slurm alone would have done is reckoned with it.");
  public static final Setting<Integer> MAX_RESERVATIONS =
      new Setting<>(
          "planner.max_reservations",
          ValueType.integer(0, 100),
          "1",
          "The first so many blocked jobs have nodes kept free: jobs that would run past their start get others.");

  public static final Setting<Set<String>> EXCLUDE_PARTITIONS =
      new Setting<>(
          "exclude.partitions", ValueType.NAMES, "[]", "Partitions whose jobs are left to Slurm.");
  public static final Setting<Set<String>> EXCLUDE_ACCOUNTS =
      new Setting<>(
          "exclude.accounts", ValueType.NAMES, "[]", "Accounts whose jobs are left to Slurm.");
  public static final Setting<Set<String>> EXCLUDE_QOS =
      new Setting<>("exclude.qos", ValueType.NAMES, "[]", "QOS whose jobs are left to Slurm.");
  public static final Setting<Set<String>> EXCLUDE_USERS =
      new Setting<>("exclude.users", ValueType.NAMES, "[]", "Users whose jobs are left to Slurm.");

  public static final Setting<Mechanism> MECHANISM =
      new Setting<>(
          "priority.mechanism",
          ValueType.oneOf(Mechanism.class),
          "site_factor",
          "site_factor adds to Slurm's multifactor priority; priority replaces it (only where multifactor is off); nice moves the job's nice value, also where site_factor cannot be written.");
  public static final Setting<Integer> GAP =
      new Setting<>(
          "priority.gap",
          ValueType.integer(1, 1_000_000),
          "1000",
          "Room left between neighbours, so that most cycles need few writes.");

  public static final Setting<Double> HYSTERESIS =
      new Setting<>(
          "priority.hysteresis",
          ValueType.atLeast(0),
          "0.01",
          "Scores are taken in steps of about this share of their range in the queue; waiting jobs of one QOS on one step keep the order they have. More means fewer writes.");

  public static final Setting<Duration> LEASE_TTL =
      new Setting<>(
          "lease.ttl",
          ValueType.DURATION_TYPE,
          "60s",
          "A job that did not start on its leased nodes by then loses the lease.");
  public static final Setting<Duration> LEASE_COOLDOWN =
      new Setting<>(
          "lease.cooldown",
          ValueType.DURATION_TYPE,
          "5m",
          "How long a job whose lease came to nothing gets no new one.");

  public static final Setting<Double> WRITES_PER_SECOND =
      new Setting<>(
          "writes.per_second",
          ValueType.atLeast(0.01),
          "20",
          "Sustained rate of changes. With Slurm's rl_enable stay below its rl_refill_rate.");
  public static final Setting<Integer> WRITES_BURST =
      new Setting<>(
          "writes.burst",
          ValueType.integer(1, 100_000),
          "200",
          "Most changes at once after a quiet time.");
  public static final Setting<Duration> REJECTED_COOLDOWN =
      new Setting<>(
          "writes.rejected_cooldown",
          ValueType.DURATION_TYPE,
          "10m",
          "How long a job is left alone after Slurm or a job_submit plugin refused a change.");

  public static final Setting<Optional<InetSocketAddress>> HTTP_LISTEN =
      new Setting<>(
          "http.listen",
          ValueType.LISTEN,
          "127.0.0.1:9797",
          "Where metrics, health and the status page can be read. There is no login: anything but loopback belongs behind a proxy.");
  public static final Setting<String> HTTP_USER_HEADER =
      new Setting<>(
          "http.user_header",
          ValueType.TEXT,
          "",
          "Header in which your proxy names who has logged in, e.g. X-Remote-User; users then see their own jobs only. The proxy must set it on every request, and nobody else may reach the address.");
  public static final Setting<Set<String>> HTTP_ADMINS =
      new Setting<>(
          "http.admins",
          ValueType.NAMES,
          "[]",
          "Users who see all jobs and alerts on the status page where http.user_header is set.");
  public static final Setting<Set<String>> HTTP_ALLOWED_HOSTS =
      new Setting<>(
          "http.allowed_hosts",
          ValueType.NAMES,
          "[]",
          "Host names, beside localhost and the listen address, that requests may be for: those of your proxy.");

  public static final List<Setting<?>> ALL =
      List.of(
          ENDPOINT,
          USER,
          TOKEN_FILE,
          TOKEN_COMMAND,
          JWT_KEY,
          TLS_CA,
          TLS_CERTIFICATE,
          TLS_KEY,
          SCONTROL,
          SLURM_CONF,
          WRITE_TRANSPORT,
          API_VERSION,
          CONNECT_TIMEOUT,
          REQUEST_TIMEOUT,
          ONLY_CHANGES,
          MODE,
          INTERVAL,
          INTERVAL_MAX,
          READ_SHARE,
          JITTER,
          BACKOFF_MAX,
          STATE_DIR,
          STANDBY,
          MIN_FREE_MB,
          JOURNAL_KEEP,
          JOURNAL_MAX_MB,
          FROM_SLURMDBD,
          SACCT,
          POLICY,
          POLICY_FILE,
          TUNE_APPLY,
          TUNE_RECORD,
          TUNE_RECORD_DAYS,
          SOLVER,
          HEAD_SIZE,
          SOLVE_TIME,
          SOLVE_GAP,
          FRAGMENTATION,
          SPREAD,
          GPU_SPEED,
          QOS_TIER,
          ACCOUNT_CAPS,
          OVERDUE_AFTER_WALLTIMES,
          OVERDUE_AFTER,
          GUARD_MULTIPLE,
          BACKFILL_WINDOW,
          MAX_RESERVATIONS,
          EXCLUDE_PARTITIONS,
          EXCLUDE_ACCOUNTS,
          EXCLUDE_QOS,
          EXCLUDE_USERS,
          MECHANISM,
          GAP,
          HYSTERESIS,
          LEASE_TTL,
          LEASE_COOLDOWN,
          WRITES_PER_SECOND,
          WRITES_BURST,
          REJECTED_COOLDOWN,
          HTTP_LISTEN,
          HTTP_ALLOWED_HOSTS,
          HTTP_USER_HEADER,
          HTTP_ADMINS);

  private Settings() {}
}
