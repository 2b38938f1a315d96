/** The files that hardening owns or edits, in one place: the snapshot contains all of them. */
export const paths = {
  sshdConfig: '/etc/ssh/sshd_config',
  dropInDirectory: '/etc/ssh/sshd_config.d',
  /** The prefix 00 puts it first: of several drop-ins, the first value wins. */
  dropIn: '/etc/ssh/sshd_config.d/00-longshore.conf',
  /** MaxStartups is the exception: sshd uses its last value. */
  lastDropIn: '/etc/ssh/sshd_config.d/zz-longshore.conf',
  moduli: '/etc/ssh/moduli',
  ufwDefault: '/etc/default/ufw',
  ufwConf: '/etc/ufw/ufw.conf',
  ufwRules: '/etc/ufw/user.rules',
  ufwRules6: '/etc/ufw/user6.rules',
  ufwSysctl: '/etc/ufw/sysctl.conf',
  /** The prefix zz and .local put it last: of several jail files, the last value wins. */
  jail: '/etc/fail2ban/jail.d/zz-longshore.local',
  /** The last file wins; 99-sysctl.conf belongs to the owner. */
  sysctl: '/etc/sysctl.d/99-zz-longshore.conf',
  apt: '/etc/apt/apt.conf.d/99longshore-upgrades',
  daemonJson: '/etc/docker/daemon.json',
  egressUnit: '/etc/systemd/system/longshore-egress.service',
  egressDropIn: '/etc/systemd/system/docker.service.d/longshore-egress.conf',
  coreLimits: '/etc/security/limits.d/99-longshore-core.conf',
} as const

/** Files that the plan reads as text. Moduli are only counted: they are half a megabyte of numbers. */
export const readPaths: readonly string[] = Object.values(paths).filter(
  (path) => path !== paths.moduli && path !== paths.dropInDirectory,
)
export const watchedUnits = [
  'ssh.service',
  'ssh.socket',
  'ufw.service',
  'fail2ban.service',
  'unattended-upgrades.service',
  'apt-daily.timer',
  'apt-daily-upgrade.timer',
  'docker.service',
  'systemd-timesyncd.service',
  'chrony.service',
  'ntp.service',
  'ntpsec.service',
  'firewalld.service',
  'nftables.service',
  'netfilter-persistent.service',
] as const
export const wantedPackages = [
  'ufw',
  'fail2ban',
  'python3-systemd',
  'unattended-upgrades',
  'systemd-timesyncd',
] as const
export const cronPaths = [
  '/etc/crontab',
  '/etc/cron.d',
  '/etc/cron.hourly',
  '/etc/cron.daily',
  '/etc/cron.weekly',
  '/etc/cron.monthly',
] as const
export const dockerSocket = '/run/docker.sock'

export function homeFiles(home: string): string[] {
  return [home, `${home}/.ssh`, `${home}/.ssh/authorized_keys`]
}
