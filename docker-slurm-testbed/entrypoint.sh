#!/bin/bash
# entrypoint db|dbd|ctld|rest|worker|COMMAND... : starts one role. The volume /shared holds the keys that all roles need.
set -euo pipefail

SHARED=/shared
# Known to all containers of this network, and to nobody outside it.
DB_PASSWORD=slurm

# The database starts first and makes the keys; a rename lets the others see them whole or not at all.
make_keys() {
  local key bytes
  for key in munge.key:128 jwt_hs256.key:32; do
    bytes=${key#*:} key=${key%:*}
    [ -s "$SHARED/$key" ] && continue
    (umask 077 && head -c "$bytes" /dev/urandom >"$SHARED/.$key")
    [ "$key" = munge.key ] || chown slurm: "$SHARED/.$key"
    mv "$SHARED/.$key" "$SHARED/$key"
  done
}

start_munged() {
  install -d -o munge -g munge -m 755 /run/munge
  install -d -o munge -g munge -m 700 /var/log/munge /var/lib/munge /etc/munge
  install -o munge -g munge -m 400 "$SHARED/munge.key" /etc/munge/munge.key
  runuser -u munge -- munged
}

# Newer releases would ask for systemd or a writable cgroup tree; older ones do not know the word.
write_cgroup_conf() {
  case "$(slurmd -V)" in
    *\ 2[0-2].* | *\ 23.02*) echo CgroupAutomount=no ;;
    *) echo CgroupPlugin=disabled ;;
  esac >/etc/slurm/cgroup.conf
}

run_db() {
  install -d -o mysql -g mysql /var/lib/mysql /run/mysqld
  [ -d /var/lib/mysql/mysql ] ||
    mariadb-install-db --no-defaults --datadir=/var/lib/mysql --user=mysql --skip-test-db >/dev/null
  cat >/tmp/init.sql <<SQL
create database if not exists slurm_acct_db;
create user if not exists slurm@'%' identified by '$DB_PASSWORD';
grant all on slurm_acct_db.* to slurm@'%';
SQL
  exec mariadbd --no-defaults --user=mysql --datadir=/var/lib/mysql --socket=/run/mysqld/mysqld.sock --bind-address=0.0.0.0 \
    --skip-log-bin --skip-name-resolve --innodb-lock-wait-timeout=900 --loose-innodb-snapshot-isolation=OFF \
    --init-file=/tmp/init.sql
}

run_dbd() {
  install -o slurm -m 600 /dev/null /etc/slurm/slurmdbd.conf
  cat >/etc/slurm/slurmdbd.conf <<CONF
AuthType=auth/munge
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$SHARED/jwt_hs256.key
DbdHost=dbd
SlurmUser=slurm
StorageType=accounting_storage/mysql
StorageHost=db
StorageUser=slurm
StoragePass=$DB_PASSWORD
StorageLoc=slurm_acct_db
LogFile=/dev/stderr
PidFile=/tmp/slurmdbd.pid
CONF
  exec setpriv --reuid=slurm --regid=slurm --init-groups slurmdbd -D
}

# Fails where a thing exists already.
add_associations() {
  sacctmgr -i add account ml Cluster=lab Fairshare=20
  sacctmgr -i add account phys Cluster=lab Fairshare=30
  sacctmgr -i add account bio Cluster=lab Fairshare=10
  sacctmgr -i add qos high,low
  sacctmgr -i modify qos high set priority=100
  sacctmgr -i modify qos normal set priority=10
  sacctmgr -i add user root,alice Account=ml Cluster=lab qos=normal,high,low defaultqos=normal
  sacctmgr -i add user bob Account=phys Cluster=lab qos=normal,high,low defaultqos=normal
  sacctmgr -i add user carol Account=bio Cluster=lab qos=normal,low defaultqos=normal
  sacctmgr -i add user slurmrest Account=ml Cluster=lab adminlevel=operator
}

run_ctld() {
  install -d -o slurm /var/spool/slurmctld
  sacctmgr -i add cluster lab >/dev/null 2>&1 || true
  add_associations >/tmp/sacctmgr.log 2>&1 || true
  exec setpriv --reuid=slurm --regid=slurm --init-groups slurmctld -D
}

# slurmrestd refuses to run as root or SlurmUser, and may not unshare in a container.
run_rest() {
  exec setpriv --reuid=slurmrest --regid=slurmrest --init-groups env SLURM_JWT=daemon \
    SLURMRESTD_SECURITY=disable_unshare_sysv,disable_unshare_files slurmrestd -a rest_auth/jwt 0.0.0.0:6820
}

run_worker() {
  local i
  mkdir -p /dev/fakegpu /var/spool/slurmd
  for i in 0 1 2 3 4 5 6 7; do
    mknod -m 666 "/dev/fakegpu/$i" c 1 3 2>/dev/null || : >"/dev/fakegpu/$i"
  done
  exec slurmd -D -N "$(hostname -s)"
}

case "${1:?role missing: db, dbd, ctld, rest or worker}" in
  db)
    make_keys
    run_db
    ;;
  dbd | ctld | rest | worker)
    write_cgroup_conf
    start_munged
    "run_$1"
    ;;
  *) exec "$@" ;;
esac
