/** Options and environment of every git call. Pure. */
import type { RemoteUrl } from './remote-url.ts'

export interface Reach {
  readonly url: RemoteUrl
  /** The only IP addresses that git can connect to. */
  readonly addresses: readonly string[]
  readonly certificateFile: string | undefined
}

/** Environment of git calls that only read the local repository. */
export const localEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  // Ignore the settings of the machine and of its user; no prompts, no replaced objects, no fetching of missing
  // objects.
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
}

export function remoteEnvironment(reach: Reach, askpass: string | undefined): Record<string, string> {
  return {
    ...localEnvironment,
    GIT_ALLOW_PROTOCOL: reach.url.protocol,
    ...(askpass === undefined ? {} : { GIT_ASKPASS: askpass }),
  }
}

const always = {
  'core.hooksPath': '/dev/null',
  'core.symlinks': 'false',
  'core.fsmonitor': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'advice.detachedHead': 'false',
}

/** Options of git calls that only read the local repository. */
export const localArgs: readonly string[] = toArgs(always)

export function remoteArgs(reach: Reach): string[] {
  return toArgs({
    ...always,
    'protocol.allow': 'never',
    [`protocol.${reach.url.protocol}.allow`]: 'always',
    'protocol.version': '2',
    // The worker resolves the host once and vets the addresses; git connects only to those. IPv6 addresses are in
    // brackets, as curl requires.
    'http.curloptResolve': `${reach.url.host}:${reach.url.port}:${reach.addresses.map(bracketed).join(',')}`,
    'http.followRedirects': 'false',
    'http.proxy': '',
    'http.sslVerify': 'true',
    'http.sslVersion': 'tlsv1.2',
    ...(reach.certificateFile === undefined ? {} : { 'http.sslCAInfo': reach.certificateFile }),
    'http.lowSpeedLimit': '1000',
    'http.lowSpeedTime': '10',
    'http.delegation': 'none',
    'credential.helper': '',
    // Never follow other URLs that a server names.
    'transfer.bundleURI': 'false',
    'fetch.uriProtocols': '',
    'fetch.recurseSubmodules': 'false',
    'fetch.writeCommitGraph': 'false',
    'fetch.negotiationAlgorithm': 'noop',
    // Always keep a pack, which is one file with one limit.
    'fetch.unpackLimit': '1',
    // Stream larger blobs to disk instead of holding them in memory.
    'core.bigFileThreshold': '8m',
    'pack.threads': '2',
  })
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function toArgs(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}
