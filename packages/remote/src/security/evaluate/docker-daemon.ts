import type { CheckResult } from '../check.ts'
import { type Evidence, isReportedMissing, linesOf, sectionsOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { field, listField, textField } from '../firewall/json-value.ts'
import { inspectedFiles } from '../gather/probes.ts'
import { decide, type Finding, fail, notApplicable, pass, passIf } from '../result.ts'
import { describeMode, findFile, isAtMost } from './file-modes.ts'
import { unitsOf } from './services.ts'
import { isAtLeastOneOf } from './versions.ts'

/** Releases that fix CVE-2024-41110, CVE-2025-31133, and related ones. */
const engineVersions = [
  [25, 0, 6],
  [26, 1, 5],
  [27, 1, 1],
] as const
const runcVersions = [
  [1, 2, 8],
  [1, 3, 3],
] as const

export function evaluateDockerDaemon(evidence: Evidence): CheckResult[] {
  const decideIfInstalled = (id: string, find: () => Finding) => decide(id, () => ifDockerIsInstalled(evidence, find))
  return [
    decideIfInstalled('docker.daemon_config_mode', () => evaluateConfigurationMode(evidence)),
    decideIfInstalled('docker.socket_mode', () => evaluateSocket(evidence)),
    decideIfInstalled('docker.tcp_listener', () => evaluateListener(evidence)),
    decideIfInstalled('docker.live_restore', () => evaluateLiveRestore(evidence)),
    decideIfInstalled('docker.log_limits', () => evaluateLogLimits(evidence)),
    decideIfInstalled('docker.no_new_privileges', () => evaluateKey('no-new-privileges', true, evidence)),
    decideIfInstalled('docker.userland_proxy', () => evaluateKey('userland-proxy', false, evidence)),
    decideIfInstalled('docker.icc', () => evaluateKey('icc', false, evidence)),
    decideIfInstalled('docker.userns_remap', () => evaluateUserns(evidence)),
    decideIfInstalled('docker.engine_version', () => evaluateVersion('Engine', engineVersions, evidence)),
    decideIfInstalled('docker.runc_version', () => evaluateVersion('runc', runcVersions, evidence)),
  ]
}

export function ifDockerIsInstalled(evidence: Evidence, find: () => Finding): Finding {
  if (evidence.engine.state === 'unread') {
    const isThere = unitsOf(evidence).get('docker.service')?.isLoaded ?? true
    if (!isThere && findFile(evidence, inspectedFiles.dockerSocket) === undefined)
      return notApplicable('Docker is not installed')
  }
  return find()
}

function evaluateConfigurationMode(evidence: Evidence): Finding {
  const file = findFile(evidence, inspectedFiles.daemonConfiguration)
  if (file === undefined) return notApplicable('there is no /etc/docker/daemon.json')
  const isGood = file.owner === 'root' && file.group === 'root' && isAtMost(file, 0o644)
  return passIf(isGood, describeMode(file), describeMode(file))
}

function evaluateSocket(evidence: Evidence): Finding {
  const file = findFile(evidence, inspectedFiles.dockerSocket)
  if (file === undefined) throw new Unreadable(`there is no ${inspectedFiles.dockerSocket}`)
  const isGood = file.owner === 'root' && ['docker', 'root'].includes(file.group) && isAtMost(file, 0o660)
  return passIf(isGood, describeMode(file), describeMode(file))
}

function evaluateListener(evidence: Evidence): Finding {
  const hosts = listField(configurationOf(evidence), 'hosts').filter((host) => typeof host === 'string')
  const configured = hosts.find((host) => host.startsWith('tcp://'))
  if (configured !== undefined) return fail(configured, `/etc/docker/daemon.json: hosts ${configured}`)
  const lines = linesOf(textOf(evidence, 'listeners'))
  if (lines.length === 0) throw new Unreadable('ss lists no socket at all, not even that of sshd')
  const open = lines.find((line) => line.includes('(("dockerd"'))
  const address = open?.split(/ +/)[3] ?? ''
  return passIf(
    open === undefined,
    address || 'none',
    open === undefined ? 'dockerd has no TCP socket' : `dockerd listens on ${address}`,
  )
}

/** A missing file is an empty configuration. */
function configurationOf(evidence: Evidence): unknown {
  const { text, errors } = wholeOf(evidence, 'daemonConfiguration')
  const path = inspectedFiles.daemonConfiguration
  const content = sectionsOf(text).get(path)
  if (content === undefined) {
    if (isReportedMissing(errors, path)) return {}
    throw new Unreadable(`${path} could not be read`)
  }
  try {
    const value: unknown = content.trim() === '' ? {} : JSON.parse(content)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The content isn't repeated: it can contain passwords of registries or log services.
  }
  throw new Unreadable(`${path} is not a JSON object`)
}

function infoOf(evidence: Evidence): unknown {
  if (evidence.engine.state === 'unread') throw new Unreadable(evidence.engine.reason)
  return evidence.engine.info
}

function evaluateLiveRestore(evidence: Evidence): Finding {
  const info = infoOf(evidence)
  const isOn = field(info, 'LiveRestoreEnabled')
  if (typeof isOn !== 'boolean') throw new Unreadable('Docker does not say whether live-restore is on')
  if (textField(field(info, 'Swarm'), 'LocalNodeState') === 'active')
    return notApplicable('live-restore does not go with Swarm')
  return passIf(isOn, isOn ? 'on' : 'off', `docker info: LiveRestoreEnabled ${isOn}`)
}

function evaluateLogLimits(evidence: Evidence): Finding {
  const driver = textField(infoOf(evidence), 'LoggingDriver')
  if (driver === '') throw new Unreadable('Docker does not name its log driver')
  const unlimited = driver === 'json-file'
  if (!unlimited) return pass(driver, `log driver ${driver} keeps its own limits`)
  const options = field(configurationOf(evidence), 'log-opts')
  const size = textField(options, 'max-size')
  const isLimited = /^\d{1,6}[kmg]?b?$/i.test(size) && textField(options, 'max-file') !== ''
  return passIf(
    isLimited,
    isLimited ? `json-file, ${size} each` : 'json-file without limits',
    'log-opts of /etc/docker/daemon.json',
  )
}

function evaluateKey(name: string, wanted: boolean, evidence: Evidence): Finding {
  const value = field(configurationOf(evidence), name)
  const isGood = value === wanted
  return passIf(isGood, `${name} ${typeof value === 'boolean' ? value : 'not set'}`, '/etc/docker/daemon.json')
}

function evaluateUserns(evidence: Evidence): Finding {
  const options = listField(infoOf(evidence), 'SecurityOptions').filter((option) => typeof option === 'string')
  if (options.length === 0) throw new Unreadable('Docker names no security options')
  const found = options.find((option) => option.startsWith('name=userns') || option.startsWith('name=rootless'))
  return passIf(found !== undefined, found ?? 'off', `docker info: ${options.join(' ')}`)
}

export function engineVersionOf(evidence: Evidence): string | null {
  if (evidence.engine.state === 'unread') return null
  return textField(evidence.engine.version, 'Version') || null
}

function evaluateVersion(
  component: string,
  fixedVersions: readonly (readonly [number, number, number])[],
  evidence: Evidence,
): Finding {
  if (evidence.engine.state === 'unread') throw new Unreadable(evidence.engine.reason)
  const found = listField(evidence.engine.version, 'Components').find((each) => textField(each, 'Name') === component)
  const version = textField(found, 'Version')
  const isGood = isAtLeastOneOf(version, fixedVersions)
  if (isGood === undefined) throw new Unreadable(`Docker does not say which ${component} it uses`)
  return passIf(isGood, version, `docker version: ${component} ${version}`)
}
