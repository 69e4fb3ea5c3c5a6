getent group rltune >/dev/null || groupadd -r rltune
getent passwd rltune >/dev/null || useradd -r -g rltune -d /var/lib/rltune -s /sbin/nologin -c "RLTune for Slurm" rltune
exit 0
