# 0: removed, not upgraded. Stopping takes back what is left on pending jobs.
if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then
  systemctl disable --now rltune-tune.timer rltune.service || :
fi
exit 0
