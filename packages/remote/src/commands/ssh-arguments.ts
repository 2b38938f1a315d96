/** Argument lists for the OpenSSH programs. Pure. We generate every path and id in here; none comes from a user. */

export interface MasterOptions {
  /** An IP address, never a name: it was resolved and checked before. */
  address: string
  port: number
  username: string
  controlPath: string
  agentPath: string
  publicKeyPath: string
  knownHostsPath: string
  /** The name under which known_hosts lists the pinned keys. */
  hostKeyAlias: string
  hostKeyTypes: readonly string[]
  connectTimeoutMs: number
  isThroughJump: boolean
}

/** The proxy command for a connection through another server. Its arguments come quoted from the environment. */
export const jumpCommand = 'ssh -F none -S "$LONGSHORE_JUMP" -o ProxyCommand=false -W "$LONGSHORE_TO" -- server'

const base = ['-F', 'none', '-o', 'BatchMode=yes', '-o', 'ForwardAgent=no', '-o', 'ForwardX11=no', '-o', 'Tunnel=no']

export function masterArguments(options: MasterOptions): string[] {
  const settings = {
    ControlMaster: 'yes',
    ControlPersist: 'no',
    ControlPath: options.controlPath,
    ConnectTimeout: String(Math.max(1, Math.ceil(options.connectTimeoutMs / 1_000))),
    ConnectionAttempts: '1',
    ServerAliveInterval: '10',
    ServerAliveCountMax: '3',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: options.knownHostsPath,
    GlobalKnownHostsFile: '/dev/null',
    KnownHostsCommand: 'none',
    HostKeyAlias: options.hostKeyAlias,
    HostKeyAlgorithms: hostKeyAlgorithms(options.hostKeyTypes).join(','),
    VerifyHostKeyDNS: 'no',
    UpdateHostKeys: 'no',
    CheckHostIP: 'no',
    PreferredAuthentications: 'publickey',
    PubkeyAuthentication: 'yes',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    HostbasedAuthentication: 'no',
    IdentitiesOnly: 'yes',
    IdentityAgent: options.agentPath,
    IdentityFile: options.publicKeyPath,
    AddKeysToAgent: 'no',
    // Old methods are removed from the client's own list, so that newer clients can use newer methods.
    KexAlgorithms: '-*sha1,diffie-hellman-group14-*,diffie-hellman-group-exchange-*',
    Ciphers: '-*cbc*,arcfour*',
    MACs: '-*sha1*,*md5*,umac-64*',
    Compression: 'no',
    CanonicalizeHostname: 'no',
    PermitLocalCommand: 'no',
    StreamLocalBindMask: '0177',
    LogLevel: 'VERBOSE',
    ...(options.isThroughJump ? { ProxyCommand: jumpCommand } : { ProxyCommand: 'none' }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return [...base, ...args, '-N', '-T', '-p', String(options.port), '-l', options.username, '--', options.address]
}

/** Runs one command over an open master. Without a master, there is no fallback: the proxy command fails at once. */
export function sessionArguments(controlPath: string, commandText: string): string[] {
  const args = ['-S', controlPath, '-o', 'ControlMaster=no', '-o', 'ProxyCommand=false', '-o', 'LogLevel=ERROR']
  return [...base, ...args, '-T', '-e', 'none', '--', 'server', commandText]
}

export function forwardArguments(controlPath: string, localPath: string, remotePath: string): string[] {
  return [...base, '-S', controlPath, '-O', 'forward', '-L', `${localPath}:${remotePath}`, '--', 'server']
}

export function keyscanArguments(address: string, port: number, timeoutMs: number): string[] {
  const seconds = String(Math.max(1, Math.ceil(timeoutMs / 1_000)))
  return ['-T', seconds, '-p', String(port), '-t', 'ed25519,ecdsa,rsa', '--', address]
}

/** RSA keys sign with SHA-2 only; the bare name would mean SHA-1. */
function hostKeyAlgorithms(types: readonly string[]): string[] {
  return [...new Set(types)].flatMap((type) => (type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type]))
}
