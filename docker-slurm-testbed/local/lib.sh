# Shared by the scripts of this directory: settings, messages, waiting, processes.

LAB=${LAB:-/var/lib/rltune-testbed}
PORT_BASE=${PORT_BASE:-16800}
PROFILE=${PROFILE:-default}
ACCOUNTING=${ACCOUNTING:-yes}
ROOT=${ROOT:-}

STARTED_AT=$(date +%s%N)

say() {
  local ms=$((($(date +%s%N) - STARTED_AT) / 1000000))
  printf '[%3d.%03ds] %s\n' $((ms / 1000)) $((ms % 1000)) "$*"
}

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

need_root() {
  [ "$(id -u)" = 0 ] || die "must run as root: slurmd starts jobs as other users"
}

# Ports, counted from PORT_BASE. slurmd number n listens on SLURMD_PORT + n.
set_ports() {
  CTLD_PORT=$PORT_BASE
  DBD_PORT=$((PORT_BASE + 1))
  DB_PORT=$((PORT_BASE + 2))
  REST_PORT=$((PORT_BASE + 3))
  SLURMD_PORT=$((PORT_BASE + 10))
}

# wait_for SECONDS WHAT COMMAND... : polls ten times a second; on a timeout names what did not come and where to look.
wait_for() {
  local seconds=$1 what=$2 i
  shift 2
  for ((i = 0; i < seconds * 10; i++)); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  die "$what did not come up within $seconds s; see $LAB/log"
}

# A pid file says nothing after a reboot: the process must also carry this lab's path in its command line or environment.
is_ours() {
  local pid
  {
    pid=$(cat "$1") && [ -n "$pid" ] || return 1
    tr '\0' '\n' <"/proc/$pid/cmdline" | grep -qF -- "$LAB/" ||
      tr '\0' '\n' <"/proc/$pid/environ" | grep -qF -- "$LAB/"
  } 2>/dev/null
}

# stop_ours PIDFILE... : all are told at once (a slurmd takes two seconds to go), then each gets up to ten seconds.
stop_ours() {
  local file i
  local running=()
  for file in "$@"; do
    if is_ours "$file"; then
      kill "$(cat "$file")" 2>/dev/null || true
      running+=("$file")
    else
      rm -f "$file"
    fi
  done
  for file in "${running[@]}"; do
    for ((i = 0; i < 100; i++)); do
      is_ours "$file" || break
      sleep 0.1
    done
    if is_ours "$file"; then
      say "$(basename "$file" .pid) ignored SIGTERM for 10 s: SIGKILL"
      kill -9 "$(cat "$file")" 2>/dev/null || true
    fi
    rm -f "$file"
  done
}

port_is_free() {
  ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Starts a foreground program in the background, out of our process group, with its pid on file.
spawn() {
  local name=$1
  shift
  setsid "$@" >>"$LAB/log/$name.log" 2>&1 </dev/null &
  echo $! >"$LAB/run/$name.pid"
}

# load_lab FILE : the settings of a lab.env, whose values are not quoted.
load_lab() {
  . <(sed -E "s/^([A-Z_]+)=(.*)$/\1='\2'/" "$1")
}
