# The systemd units by which the dashboard's button starts an upgrade, and an interrupted upgrade returns.

# Exists where systemd runs; a test names another folder.
SYSTEMD_RUN=${LONGSHORE_SYSTEMD_RUN:-/run/systemd/system}

# What the dashboard's button needs: the folders, and units that start this program. Called at install too.
# The worker can write only into requests/, and only root into the folder around it.
install_units() {
  install -d -m 0755 "$FOLDER/upgrade"
  install -d -m 0700 -o 10001 -g 10001 "$FOLDER/upgrade/requests"
  [[ -d $SYSTEMD_RUN ]] || return 0
  upgrade_service | write_file /etc/systemd/system/longshore-upgrade.service 0644
  upgrade_path | write_file /etc/systemd/system/longshore-upgrade.path 0644
  systemctl daemon-reload
  systemctl enable --quiet --now longshore-upgrade.path
  [[ -f $FOLDER/upgrade/status.json ]] || UPGRADE_FOLDER=$FOLDER/upgrade FROM_VERSION=$(installed_version) TO_VERSION='' \
    STARTED_AT=$(upgrade_now) upgrade_finish idle ''
}

# Called by uninstall.
uninstall_units() {
  [[ -f /etc/systemd/system/longshore-upgrade.path ]] || return 0
  systemctl disable --quiet --now longshore-upgrade.path || true
  # A requested run can wait for the lock that uninstall holds.
  systemctl stop --quiet longshore-upgrade.service 2>/dev/null || true
  rm -f -- /etc/systemd/system/longshore-upgrade.path /etc/systemd/system/longshore-upgrade.service
  systemctl daemon-reload || true
}

upgrade_service() {
  cat <<UNIT
[Unit]
Description=Upgrade Longshore
After=docker.service
Requires=docker.service
StartLimitIntervalSec=10min
StartLimitBurst=20

[Service]
Type=oneshot
Environment=LONGSHORE_FOLDER=$FOLDER
ExecStart=$PROGRAM upgrade --requested
TimeoutStartSec=2h
KillMode=mixed
UNIT
}

# The second file exists while an upgrade runs. If its run dies, this starts one that returns.
upgrade_path() {
  cat <<UNIT
[Unit]
Description=Requests to upgrade Longshore

[Path]
PathExists=$FOLDER/upgrade/requests/upgrade
PathExists=$FOLDER/upgrade/unfinished

[Install]
WantedBy=multi-user.target
UNIT
}
