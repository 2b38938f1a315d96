/**
 * Adopts ufw and never resets it: the owner's rules remain. Ports are allowed before the firewall is enabled. Docker's
 * published ports bypass ufw; the scan reports them, and they keep working.
 */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, StagePlan } from './change.ts'
import { type HardeningOptions, riskOf } from './options.ts'

const checksOfGroup = [
  'firewall.default_deny_ipv4',
  'firewall.default_deny_ipv6',
  'firewall.required_ports',
  'firewall.enabled_at_boot',
]

export function planFirewall(evidence: Evidence, selected: ReadonlySet<string>, options: HardeningOptions): StagePlan {
  const checks = checksOfGroup.filter((id) => selected.has(id))
  const [first, ...rest] = checks
  if (first === undefined) return { changes: [], skipped: [] }
  const { firewall } = evidence
  if (firewall.other !== null) {
    const reason = `${firewall.other} manages the firewall; two managers would undo each other.`
    return { changes: [], skipped: checks.map((check) => ({ check, reason })) }
  }
  const all = [first, ...rest] satisfies Checks
  const deniesRest = selected.has('firewall.default_deny_ipv4') || selected.has('firewall.default_deny_ipv6')
  // Allowing ports is not a request for a firewall where there is none.
  if (!deniesRest && !firewall.isActive) return { changes: [], skipped: [] }
  const changes: Change[] = []
  const defaults = evidence.files.get(paths.ufwDefault)
  const ipv6 = defaults?.replace(/^IPV6=.*$/m, 'IPV6=yes')
  if (defaults != null && ipv6 !== undefined && ipv6 !== defaults) {
    changes.push({
      stage: 'firewall',
      checks: all,
      file: paths.ufwDefault,
      before: defaults,
      after: ipv6,
      risk: riskOf(all),
      action: { kind: 'write', path: paths.ufwDefault, mode: '0644', content: ipv6 },
    })
  }
  const ports = requiredPorts(evidence, options)
  const missing = ports.filter((port) => !isAllowed(firewall.rules, port))
  const isOn = firewall.isActive && (firewall.incoming === 'deny' || firewall.incoming === 'reject')
  if (!isOn || missing.length > 0) changes.push(switchOn(evidence, { checks: all, ports, missing }))
  if (evidence.units.get('ufw.service')?.isEnabled !== true) {
    changes.push(unitChange('firewall', 'ufw.service', { checks: all, isActive: firewall.isActive }))
  }
  return { changes, skipped: [] }
}

export function requiredPorts(evidence: Evidence, options: HardeningOptions): number[] {
  const ports = [...evidence.ssh.ports, evidence.session.serverPort, 80, 443, ...(options.allowPorts ?? [])]
  return [...new Set(ports)].toSorted((a, b) => a - b)
}

/** Requires a rule for all sources; a rule with `from` might not cover us. */
export function isAllowed(rules: readonly string[], port: number): boolean {
  const names = port === 22 ? 'OpenSSH|SSH|ssh|' : ''
  const rule = new RegExp(`^ufw (?:allow|limit) (?:in )?(?:${names}${port}|${port}/tcp)(?: comment .*)?$`)
  return rules.some((each) => rule.test(each))
}

function switchOn(
  evidence: Evidence,
  options: { checks: Checks; ports: readonly number[]; missing: readonly number[] },
): Change {
  const { firewall } = evidence
  const closed = closedBy(evidence, options.ports)
  const warning = closed.length === 0 ? '' : ` Closes: ${closed.join(', ')}. Keep them with options.allowPorts.`
  return {
    stage: 'firewall',
    checks: options.checks,
    file: 'ufw',
    before: describe(firewall.isActive, firewall.incoming, firewall.rules),
    after: describe(true, 'deny', [...options.missing.map((port) => `ufw allow ${port}/tcp`), ...firewall.rules]),
    risk: `${riskOf(options.checks)}${warning}`,
    action: { kind: 'firewall', ports: [...options.missing] },
  }
}

/** Lists listeners that will no longer be reachable. */
function closedBy(evidence: Evidence, ports: readonly number[]): string[] {
  if (evidence.firewall.isActive) return []
  const closed = evidence.firewall.listeners.filter(
    ({ port }) => !ports.includes(port) && !isAllowed(evidence.firewall.rules, port),
  )
  return [...new Set(closed.map(({ port, program }) => `${port}/tcp (${program})`))].slice(0, 20)
}

function describe(isActive: boolean, incoming: string | null, rules: readonly string[]): string {
  const lines = [isActive ? 'Status: active' : 'Status: inactive', `Default: ${incoming ?? 'allow'} (incoming)`]
  return `${[...lines, ...rules].join('\n')}\n`
}

export function unitChange(
  stage: Change['stage'],
  unit: string,
  options: { checks: Checks; isActive: boolean },
): Change {
  return {
    stage,
    checks: options.checks,
    file: unit,
    before: `disabled, ${options.isActive ? 'active' : 'inactive'}\n`,
    after: 'enabled, active\n',
    risk: riskOf(options.checks),
    action: { kind: 'unit', unit },
  }
}
