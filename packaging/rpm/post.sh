install -d -o rltune -g rltune -m 0750 /var/lib/rltune
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || :
  systemctl try-restart rltune.service || :
fi
exit 0
