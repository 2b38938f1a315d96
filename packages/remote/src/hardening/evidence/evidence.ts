/** What a plan is made of: read once, over one connection, and changed by nobody. */
export interface Evidence {
  os: { id: string; version: string }
  /** The account that we sign in as. */
  account: { name: string; uid: number; groups: readonly string[] }
  /** As the server sees this connection. */
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
  /** By path; what is not there is not in it. */
  modes: ReadonlyMap<string, FileMode>
  /** By path: the files that hardening owns or edits; null when not there. */
  files: ReadonlyMap<string, string | null>
  /** Accounts with a login shell. */
  people: readonly LoginUser[]
}

export interface SshEvidence {
  /** By account: keyword in lower case → values. */
  effective: ReadonlyMap<string, SshConfig>
  dropIns: readonly { path: string; text: string }[]
  hasDropInDirectory: boolean
  /** What this OpenSSH knows, by keyword. */
  known: ReadonlyMap<string, readonly string[]>
  rsaBits: number | null
  weakModuli: number
  listensBy: 'service' | 'socket'
  /** Ports on which sshd is reached. */
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
  /** As `ufw show added` prints them. */
  rules: readonly string[]
  /** Another firewall that manages this server. */
  other: string | null
  /** What listens for others than loopback, besides Docker's published ports. */
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
