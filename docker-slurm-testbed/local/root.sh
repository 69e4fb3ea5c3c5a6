# Runs the lab's scripts inside another Debian root (made by install --root), with the lab at the same path inside and outside.

# enter_root SCRIPT ARGUMENTS... : does not return. LAB must be absolute; the root needs /proc, /dev and the lab.
enter_root() {
  local script=$1
  shift
  [ -x "$ROOT/usr/sbin/slurmctld" ] || die "$ROOT holds no Slurm: make it with $HERE/install --root $ROOT --release RELEASE"
  mkdir -p "$LAB" "$ROOT$LAB" "$ROOT/proc" "$ROOT/dev" "$ROOT$ROOT_SCRIPTS"
  mount_once "$ROOT/proc" -t proc proc
  mount_once "$ROOT/dev" --bind /dev
  mount_once "$ROOT$LAB" --bind "$LAB"
  cp "$HERE"/* "$ROOT$ROOT_SCRIPTS/"
  cp /etc/hosts "$ROOT/etc/hosts"
  exec chroot "$ROOT" env IN_ROOT="$ROOT" "$ROOT_SCRIPTS/$script" "$@"
}

ROOT_SCRIPTS=/usr/local/lib/rltune-testbed

# mount_once TARGET OPTIONS... SOURCE
mount_once() {
  local target=$1
  shift
  mountpoint -q "$target" || mount "$@" "$target" ||
    die "cannot mount $target: a lab in another root needs the right to mount (CAP_SYS_ADMIN)"
}

# /proc and /dev stay while another lab in the same root uses them.
leave_root() {
  umount "$ROOT$LAB" 2>/dev/null || true
  rmdir "$ROOT$LAB" 2>/dev/null || true
  [ -z "$(awk -v r="$ROOT/" 'index($2, r) == 1 && $2 != r "proc" && $2 != r "dev" {print $2}' /proc/mounts)" ] || return 0
  umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true
}
