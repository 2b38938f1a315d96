/** What git is told and what it is not: options and environment of every call. Pure. */
import type { RemoteUrl } from './remote-url.ts'

export interface Reach {
  readonly url: RemoteUrl
  /** The only addresses that git may connect to. */
  readonly addresses: readonly string[]
  readonly certificateFile: string | undefined
}

/** Environment of a git that reads what is here. */
export const localEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  // No settings of the machine or of whoever runs the worker, no prompts, no replaced objects, no missing ones from afar.
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

/** Settings of a git that reads what is here. */
export const localArgs: readonly string[] = toArgs(always)

export function remoteArgs(reach: Reach): string[] {
  return toArgs({
    ...always,
    'protocol.allow': 'never',
    [`protocol.${reach.url.protocol}.allow`]: 'always',
    'protocol.version': '2',
    // A name is looked up once, by us; git connects to what was vetted. IPv6 in brackets, as curl wants it.
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
    // Other addresses that a server may name: never followed.
    'transfer.bundleURI': 'false',
    'fetch.uriProtocols': '',
    'fetch.recurseSubmodules': 'false',
    'fetch.writeCommitGraph': 'false',
    'fetch.negotiationAlgorithm': 'noop',
    // Always a pack, which is one file with one limit.
    'fetch.unpackLimit': '1',
    // Larger blobs are streamed to disk and not held.
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
