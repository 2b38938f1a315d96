/** Adds keys to the existing daemon.json. Docker reloads it and is never restarted. */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, Skipped, StagePlan } from './change.ts'
import { riskOf } from './options.ts'

const limitedDrivers = ['local', 'journald', 'none']

export function planDocker(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const skipped: Skipped[] = []
  const mine = [
    'docker.live_restore',
    'docker.log_limits',
    'docker.no_new_privileges',
    'docker.userland_proxy',
    'docker.icc',
  ].filter((id) => selected.has(id))
  if (!evidence.docker.isInstalled || mine.length === 0) return { changes: [], skipped }
  const before = evidence.docker.daemonJson
  const current = parseObject(before)
  if (current === undefined) {
    const reason = `${paths.daemonJson} isn't a JSON object. Fix it first.`
    return { changes: [], skipped: mine.map((check) => ({ check, reason })) }
  }
  const wanted: Record<string, unknown> = { ...current }
  const checks: string[] = []
  const set = (check: string, key: string, value: unknown) => {
    if (!selected.has(check) || current[key] === value) return
    wanted[key] = value
    checks.push(check)
  }
  if (evidence.docker.isSwarm) {
    skipped.push({ check: 'docker.live_restore', reason: 'Docker refuses live-restore together with Swarm.' })
  } else set('docker.live_restore', 'live-restore', true)
  set('docker.no_new_privileges', 'no-new-privileges', true)
  set('docker.userland_proxy', 'userland-proxy', false)
  set('docker.icc', 'icc', false)
  if (selected.has('docker.log_limits') && !hasLogLimits(current)) {
    const options = isObject(current['log-opts']) ? current['log-opts'] : {}
    wanted['log-opts'] = { 'max-size': '10m', 'max-file': '3', ...options }
    checks.push('docker.log_limits')
  }
  const [first, ...rest] = checks
  if (first === undefined) return { changes: [], skipped }
  return { changes: [write({ checks: [first, ...rest], before: before ?? '', wanted })], skipped }
}

function hasLogLimits(config: Record<string, unknown>): boolean {
  const driver = typeof config['log-driver'] === 'string' ? config['log-driver'] : 'json-file'
  // Leave the options of other drivers alone: ours would keep Docker from starting containers.
  if (limitedDrivers.includes(driver) || driver !== 'json-file') return true
  const options = config['log-opts']
  return isObject(options) && 'max-size' in options && 'max-file' in options
}

function write(options: { checks: Checks; before: string; wanted: Record<string, unknown> }): Change {
  const content = `${JSON.stringify(options.wanted, null, 2)}\n`
  const needsRestart = options.checks.some((check) => check !== 'docker.live_restore')
  const later = needsRestart ? ' What is not live-restore takes effect when Docker is next restarted.' : ''
  return {
    stage: 'docker',
    checks: options.checks,
    file: paths.daemonJson,
    before: options.before,
    after: content,
    risk: `${riskOf(options.checks)}${later}`,
    action: { kind: 'write', path: paths.daemonJson, mode: '0644', content },
  }
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  if (text === null || text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
