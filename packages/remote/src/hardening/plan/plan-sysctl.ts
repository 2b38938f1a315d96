/**
 * Kernel settings in one file that is read last. Forwarding is never changed: several baselines disable it, which
 * breaks Docker.
 */
import { sysctlSettings } from '../../security/index.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, StagePlan } from './change.ts'
import { riskOf } from './options.ts'

const header = '# Written by Longshore. Read last, so it wins; nothing here touches forwarding, which Docker needs.\n'

export function planSysctl(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const before = evidence.files.get(paths.sysctl) ?? ''
  const own = parseLines(before)
  const values = new Map(own)
  const checks: string[] = []
  for (const setting of sysctlSettings) {
    if (!selected.has(setting.check)) continue
    for (const key of setting.keys) {
      const current = evidence.sysctl.get(key)
      // The kernel doesn't have the key, or hides it from a container.
      if (current === undefined || setting.accepted.includes(current)) continue
      values.set(key, valueFor(evidence, key, setting.value))
      checks.push(setting.check)
    }
  }
  const changes: Change[] = []
  const content =
    header +
    [...values]
      .map(([key, value]) => `${key} = ${value}\n`)
      .toSorted()
      .join('')
  const [first, ...rest] = [...new Set(checks)]
  if (first !== undefined && content !== before) {
    changes.push(write({ checks: [first, ...rest], path: paths.sysctl, before, content }))
  }
  const ufw = evidence.files.get(paths.ufwSysctl)
  if (ufw != null) {
    const kept = keepOurs(ufw, values)
    if (kept !== ufw) {
      changes.push(write({ checks: ['sysctl.log_martians'], path: paths.ufwSysctl, before: ufw, content: kept }))
    }
  }
  return { changes, skipped: [] }
}

/** ufw sets a few keys each time it starts and overrides /etc/sysctl.d. */
function keepOurs(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/^(net\/[A-Za-z0-9_/]+)=(.*)$/gm, (line, name: string) => {
    const wanted = values.get(name.replaceAll('/', '.'))
    return wanted === undefined ? line : `${name}=${wanted}`
  })
}

function valueFor(evidence: Evidence, key: string, value: string): string {
  if (key.endsWith('.rp_filter') && evidence.isMultiHomed) return '2'
  // 1 can't be reverted before a restart; 2 protects as well and can.
  if (key === 'kernel.unprivileged_bpf_disabled') return '2'
  return value
}

function parseLines(text: string): Map<string, string> {
  const pairs = [...text.matchAll(/^([a-z0-9_.]+) = (.*)$/gm)]
  return new Map(pairs.map((match) => [match[1] ?? '', match[2] ?? '']))
}

function write(options: { checks: Checks; path: string; before: string; content: string }): Change {
  const { checks, path, before, content } = options
  const action = { kind: 'write', path, mode: '0644', content } as const
  return { stage: 'sysctl', checks, file: path, before, after: content, risk: riskOf(checks), action }
}
