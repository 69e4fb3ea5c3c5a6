# MariaDB and slurmdbd of the lab, and who may use the cluster.

start_database() {
  is_ours "$LAB/run/mariadbd.pid" && return
  # Its temporary tables have the same names in every lab, and in /tmp one lab would remove another's.
  install -d -o mysql -g mysql "$LAB/dbtmp"
  if [ ! -d "$LAB/db/mysql" ]; then
    install -d -o mysql -g mysql "$LAB/db"
    TMPDIR="$LAB/dbtmp" mariadb-install-db --no-defaults --datadir="$LAB/db" --user=mysql --auth-root-authentication-method=normal \
      --skip-test-db >"$LAB/log/mariadb-install.log" 2>&1 || die "mariadb-install-db failed; see $LAB/log/mariadb-install.log"
  fi
  # --loose-innodb-snapshot-isolation: Slurm before 24.05 meets "record has changed" errors with newer MariaDB without it.
  spawn mariadbd mariadbd --no-defaults --datadir="$LAB/db" --user=mysql --bind-address=127.0.0.1 --port="$DB_PORT" \
    --socket="$LAB/db/s.sock" --pid-file="$LAB/db/mariadbd.pid" --innodb-buffer-pool-size=128M \
    --innodb-lock-wait-timeout=900 --loose-innodb-snapshot-isolation=OFF --innodb-flush-log-at-trx-commit=0 --skip-log-bin \
    --tmpdir="$LAB/dbtmp"
  wait_for 30 mariadbd mariadb-admin --no-defaults -S "$LAB/db/s.sock" ping
  local who sql="create database if not exists slurm_acct_db;"
  for who in "slurm@'127.0.0.1'" slurm@localhost; do
    sql+="create user if not exists $who identified by 'slurm'; grant all on slurm_acct_db.* to $who;"
  done
  mariadb --no-defaults -S "$LAB/db/s.sock" -u root -e "$sql"
  say "mariadbd up (127.0.0.1:$DB_PORT)"
}

start_slurmdbd() {
  is_ours "$LAB/run/slurmdbd.pid" && return
  install -o slurm -m 600 /dev/null "$LAB/etc/slurmdbd.conf"
  cat >"$LAB/etc/slurmdbd.conf" <<CONF
AuthType=auth/munge
AuthInfo=socket=$LAB/run/munge.sock
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$LAB/etc/jwt_hs256.key
DbdHost=$(hostname -s)
DbdAddr=127.0.0.1
DbdPort=$DBD_PORT
SlurmUser=slurm
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$DB_PORT
StorageUser=slurm
StoragePass=slurm
StorageLoc=slurm_acct_db
LogFile=$LAB/log/slurmdbd.log
PidFile=$LAB/run/slurmdbd.pid
CONF
  slurmdbd || die "slurmdbd failed; see $LAB/log/slurmdbd.log"
  wait_for 30 slurmdbd sacctmgr -n list cluster
  sacctmgr -i add cluster lab >/dev/null 2>&1 || true
  say "slurmdbd up (127.0.0.1:$DBD_PORT)"
}

# Shares differ, so that fair share has something to say. sacctmgr fails where the thing exists already.
add_associations() {
  {
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
  } >>"$LAB/log/sacctmgr.log" 2>&1 || true
  sacctmgr -nP list user format=user,adminlevel | grep -qx 'slurmrest|Operator' ||
    die "user slurmrest did not become an Operator; see $LAB/log/sacctmgr.log"
}
