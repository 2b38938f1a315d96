/** The input of a plan: read once, over one connection, and never changed. */
export interface Evidence {
  os: { id: string; version: string }
  /** The account that we sign in with. */
  account: { name: string; uid: number; groups: readonly string[] }
  /** This connection as the server sees it. */
  session: { clientAddress: string; serverPort: number }
  isMultiHomed: boolean
  ssh: SshEvidence
  units: ReadonlyMap<string, UnitState>
  packages: ReadonlySet<string>
  firewall: FirewallEvidence
  fail2ban: Fail2banEvidence
  sysctl: ReadonlyMap<string, string>
  apt: ReadonlyMap<string, readonly string[]>
  docker: { isInstalled: boolean; daemonJson: string | null; isSwarm: boolean }
  /** Modes by path; missing files aren't included. */
  modes: ReadonlyMap<string, FileMode>
  /** Contents by path of the files that hardening owns or edits; null for a missing file. */
  files: ReadonlyMap<string, string | null>
  /** Accounts with a login shell. */
  people: readonly LoginUser[]
}

export interface SshEvidence {
  /** Configuration by account: keyword in lower case → values. */
  effective: ReadonlyMap<string, SshConfig>
  dropIns: readonly { path: string; text: string }[]
  hasDropInDirectory: boolean
  /** Supported values of this OpenSSH version by keyword. */
  known: ReadonlyMap<string, readonly string[]>
  rsaBits: number | null
  weakModuli: number
  listensBy: 'service' | 'socket'
  /** Ports on which sshd is reachable. */
  ports: readonly number[]
}

export type SshConfig = ReadonlyMap<string, readonly string[]>

export interface UnitState {
  isLoaded: boolean
  isEnabled: boolean
  isActive: boolean
}

export interface FirewallEvidence {
  isInstalled: boolean
  isActive: boolean
  incoming: string | null
  /** Rules in the format of `ufw show added`. */
  rules: readonly string[]
  /** Another firewall that manages this server. */
  other: string | null
  /** Programs that listen on other addresses than loopback, without Docker's published ports. */
  listeners: readonly { port: number; program: string }[]
}

export interface Fail2banEvidence {
  isInstalled: boolean
  hasJail: boolean
  backend: string | null
  banSeconds: number | null
  ignored: readonly string[]
}

export interface FileMode {
  mode: number
  owner: string
  group: string
  isDirectory: boolean
}

export interface LoginUser {
  name: string
  home: string
  hasPassword: boolean
  hasKeys: boolean
}
