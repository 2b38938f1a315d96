/** Time service and core dumps. */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, StagePlan } from './change.ts'
import { riskOf } from './options.ts'
import { unitChange } from './plan-firewall.ts'

const clocks = ['systemd-timesyncd.service', 'chrony.service', 'ntp.service', 'ntpsec.service']
const limits = '# Written by Longshore.\n* hard core 0\nroot hard core 0\n'

export function planSystem(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const changes: Change[] = []
  if (selected.has('system.time_sync') && !hasClock(evidence)) {
    const unit = 'systemd-timesyncd.service'
    changes.push(unitChange('system', unit, { checks: ['system.time_sync'], isActive: false }))
  }
  const before = evidence.files.get(paths.coreLimits) ?? ''
  if (selected.has('system.core_dumps') && before !== limits) {
    changes.push({
      stage: 'system',
      checks: ['system.core_dumps'],
      file: paths.coreLimits,
      before,
      after: limits,
      risk: riskOf(['system.core_dumps']),
      action: { kind: 'write', path: paths.coreLimits, mode: '0644', content: limits },
    })
  }
  return { changes, skipped: [] }
}

export function hasClock(evidence: Evidence): boolean {
  return clocks.some((unit) => {
    const state = evidence.units.get(unit)
    return state?.isEnabled === true || state?.isActive === true
  })
}
