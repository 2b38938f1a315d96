/** fail2ban for sshd, reading the journal. Our own IP address, as the server sees it, is never banned. */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, StagePlan } from './change.ts'
import { riskOf } from './options.ts'
import { unitChange } from './plan-firewall.ts'

const checksOfGroup = ['fail2ban.sshd_jail', 'fail2ban.backend', 'fail2ban.ban_time', 'fail2ban.ignores_us']
const minBanSeconds = 600

export function planFail2ban(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const [first, ...rest] = checksOfGroup.filter((id) => selected.has(id))
  if (first === undefined) return { changes: [], skipped: [] }
  const checks: Checks = [first, ...rest]
  const changes: Change[] = []
  const before = evidence.files.get(paths.jail) ?? null
  if (!isGood(evidence)) {
    const content = jailText(evidence)
    if (before !== content) {
      changes.push({
        stage: 'fail2ban',
        checks,
        file: paths.jail,
        before: before ?? '',
        after: content,
        risk: riskOf(checks),
        action: { kind: 'write', path: paths.jail, mode: '0644', content },
      })
    }
  }
  const unit = evidence.units.get('fail2ban.service')
  if (unit?.isEnabled !== true || !unit.isActive) {
    changes.push(unitChange('fail2ban', 'fail2ban.service', { checks, isActive: unit?.isActive === true }))
  }
  return { changes, skipped: [] }
}

function isGood({ fail2ban, session }: Evidence): boolean {
  const isLong = fail2ban.banSeconds !== null && fail2ban.banSeconds >= minBanSeconds
  return (
    fail2ban.hasJail && fail2ban.backend === 'systemd' && isLong && fail2ban.ignored.includes(session.clientAddress)
  )
}

function jailText({ fail2ban, session, ssh }: Evidence): string {
  const ignored = [...new Set(['127.0.0.1/8', '::1', session.clientAddress, ...fail2ban.ignored])]
  const banSeconds = Math.max(minBanSeconds, Number.isFinite(fail2ban.banSeconds) ? (fail2ban.banSeconds ?? 0) : 0)
  return [
    '# Written by Longshore.',
    '[sshd]',
    'enabled = true',
    'backend = systemd',
    `port = ${ssh.ports.join(',')}`,
    'findtime = 600',
    'maxretry = 5',
    `bantime = ${banSeconds}`,
    `ignoreip = ${ignored.join(' ')}`,
    '',
  ].join('\n')
}
