# Writes the configuration of the lab: slurm.conf, gres.conf, cgroup.conf, and what slurmrestd is started with.

# Everything that depends on the Slurm release. Sets CGROUP_CONF and REST_ARGS.
version_facts() {
  SLURM_VERSION=$(slurmd -V | awk '{print $2}')
  REST_ARGS=()
  case "$SLURM_VERSION" in
    2[0-2].* | 23.02*)
      CGROUP_CONF="CgroupAutomount=no"
      # Else slurmd looks at what is mounted, and refuses a mixture of both versions.
      [[ $SLURM_VERSION =~ ^2(2\.05|3) ]] && CGROUP_CONF+=$'\nCgroupPlugin=cgroup/v1'
      # Without slurmdbd the plugins that speak to it end slurmrestd at its start.
      [ "$ACCOUNTING" = yes ] || REST_ARGS=(-s v0.0.36,v0.0.37,v0.0.38)
      ;;
    *)
      # Else slurmd asks for systemd or a writable cgroup tree. Older releases do not know the word.
      CGROUP_CONF="CgroupPlugin=disabled"
      [ "$ACCOUNTING" = yes ] || REST_ARGS=(-s slurmctld)
      ;;
  esac
}

# kind prefix, count, GRES, hardware and features of each node kind
node_kinds() {
  local a=2 v=2 t=2 c=2 c_gres=-
  [ "$PROFILE" = ab ] && t=4 c=1
  if [ "$PROFILE" = gres ]; then
    a=1 v=1 t=1 c_gres=fpga:2
    echo "m 2 gpu:a100:2,gpu:v100:4 Sockets=2 CoresPerSocket=32 RealMemory=512000 Feature=mixed,rack1 Weight=60"
    echo "s 1 gpu:t4:2,shard:8 Sockets=1 CoresPerSocket=16 RealMemory=64000 Feature=t4,rack2 Weight=20"
  fi
  echo "a $a gpu:a100:4 Sockets=2 CoresPerSocket=32 RealMemory=512000 Feature=a100,nvlink,ib,rack1 Weight=100"
  echo "v $v gpu:v100:8 Sockets=2 CoresPerSocket=20 RealMemory=384000 Feature=v100,nvlink,rack1 Weight=50"
  echo "t $t gpu:t4:2 Sockets=1 CoresPerSocket=16 RealMemory=64000 Feature=t4,rack2 Weight=20"
  echo "c $c $c_gres Sockets=2 CoresPerSocket=16 RealMemory=128000 Feature=cpu,rack2 Weight=10"
}

node_names() {
  local kind count rest i
  node_kinds | while read -r kind count rest; do
    for ((i = 1; i <= count; i++)); do echo "$kind$i"; done
  done
}

gres_types() {
  [ "$PROFILE" = gres ] && echo gpu,shard,fpga || echo gpu
}

# default: an everyday cluster. ab: quick scheduling passes, so that runs of minutes say something; both arms get the same.
scheduler_parameters() {
  local common=bf_continue,bf_max_job_test=1000,default_queue_depth=500,batch_sched_delay=1
  case "$PROFILE" in
    default | gres) echo "$common,bf_interval=2,bf_window=1440,sched_interval=2" ;;
    ab) echo "$common,bf_interval=1,bf_window=60,bf_resolution=5,sched_interval=1,sched_min_interval=100000" ;;
  esac
}

write_slurm_conf() {
  local host kind count gres hardware i port=$SLURMD_PORT
  host=$(hostname -s)
  cat <<CONF
ClusterName=lab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$CTLD_PORT
SlurmUser=slurm
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$LAB/run/munge.sock
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$LAB/etc/jwt_hs256.key
CredType=cred/munge
StateSaveLocation=$LAB/state
SlurmdSpoolDir=$LAB/spool/%n
SlurmctldPidFile=$LAB/run/slurmctld.pid
SlurmdPidFile=$LAB/run/slurmd-%n.pid
SlurmctldLogFile=$LAB/log/slurmctld.log
SlurmdLogFile=$LAB/log/slurmd-%n.log
SlurmctldDebug=info
SlurmdDebug=info
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
# Many nodes on one machine, each with hardware that the machine does not have.
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=30
InactiveLimit=0
KillWait=2
MinJobAge=3600
MaxJobCount=20000
MaxArraySize=2001
SchedulerType=sched/backfill
SchedulerParameters=$(scheduler_parameters)
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PriorityType=priority/multifactor
PriorityCalcPeriod=1
PriorityDecayHalfLife=7-0
PriorityMaxAge=1-0
PriorityWeightAge=1000
PriorityWeightFairshare=10000
PriorityWeightJobSize=100
PriorityWeightPartition=1000
PriorityWeightQOS=2000
GresTypes=$(gres_types)
DefMemPerCPU=100
CONF
  if [ "$ACCOUNTING" = yes ]; then
    cat <<CONF
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$DBD_PORT
AccountingStoragePass=$LAB/run/munge.sock
AccountingStorageEnforce=associations,limits,qos
AccountingStorageTRES=gres/gpu,gres/gpu:a100,gres/gpu:v100,gres/gpu:t4
CONF
  fi
  while read -r kind count gres hardware; do
    for ((i = 1; i <= count; i++)); do
      echo "NodeName=$kind$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port++)) ThreadsPerCore=1 $hardware" \
        "$([ "$gres" = - ] || echo "Gres=$gres")"
    done
  done < <(node_kinds)
  echo "PartitionName=gpu Nodes=$(node_names | grep -v '^c' | paste -sd,) Default=YES MaxTime=7-0 DefaultTime=60 PriorityJobFactor=10 State=UP"
  echo "PartitionName=batch Nodes=$(node_names | grep '^[ct]' | paste -sd,) MaxTime=1-0 DefaultTime=60 PriorityJobFactor=1 State=UP"
}

# A GPU needs a device file: with Count= alone it registers as 0 and the node becomes INVAL. Null devices do.
write_gres_conf() {
  local kind count gres rest i item name type number gpus
  echo "AutoDetect=off"
  while read -r kind count gres rest; do
    [ "$gres" = - ] && continue
    for ((i = 1; i <= count; i++)); do
      gpus=0
      for item in ${gres//,/ }; do
        IFS=: read -r name type number <<<"$item"
        if [ "$name" = gpu ]; then
          make_devices "$LAB/dev/$kind$i" "$gpus" "$number"
          echo "NodeName=$kind$i Name=gpu Type=$type File=$LAB/dev/$kind$i/gpu[$gpus-$((gpus + number - 1))]"
          gpus=$((gpus + number))
        else
          echo "NodeName=$kind$i Name=$name Count=$type"
        fi
      done
    done
  done < <(node_kinds)
}

# make_devices DIR FIRST COUNT
make_devices() {
  local g
  mkdir -p "$1"
  for ((g = $2; g < $2 + $3; g++)); do
    [ -e "$1/gpu$g" ] || mknod -m 666 "$1/gpu$g" c 1 3 2>/dev/null || : >"$1/gpu$g"
  done
}

write_lab_env() {
  cat <<ENV
LAB=$LAB
PROFILE=$PROFILE
ACCOUNTING=$ACCOUNTING
SLURM_CONF=$LAB/etc/slurm.conf
SLURM_VERSION=$SLURM_VERSION
REST_URL=http://127.0.0.1:$REST_PORT
REST_SOCKET=$LAB/run/rest/rest.sock
REST_USER=slurmrest
TOKEN_FILE=$LAB/etc/rest.token
JWT_KEY=$LAB/etc/jwt_hs256.key
CTLD_PID_FILE=$LAB/run/slurmctld.pid
REST_PID_FILE=$LAB/run/slurmrestd-jwt.pid
RESTD=$LAB/bin/restd
TOKEN=$LAB/bin/token
NODES=$(node_names | paste -sd,)
ENV
  # Slurm's commands are run through this.
  [ -z "${IN_ROOT:-}" ] || printf 'ROOT=%s\nCOMMAND_PREFIX=chroot %s\n' "$IN_ROOT" "$IN_ROOT"
}
