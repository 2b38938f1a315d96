/** Automatic security updates, never with a restart. */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, StagePlan } from './change.ts'
import { riskOf } from './options.ts'
import { unitChange } from './plan-firewall.ts'

const units = ['unattended-upgrades.service', 'apt-daily.timer', 'apt-daily-upgrade.timer']

export function planUpdates(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const lines: [check: string, line: string][] = []
  const one = (name: string) => evidence.apt.get(name)?.at(-1)
  const upgrades = 'updates.unattended_security'
  const changes: Change[] = []
  if (selected.has(upgrades)) {
    for (const name of ['APT::Periodic::Update-Package-Lists', 'APT::Periodic::Unattended-Upgrade']) {
      if (!isOn(one(name))) lines.push([upgrades, `${name} "1";`])
    }
    if (evidence.packages.has('unattended-upgrades') && !hasSecurityOrigin(evidence)) {
      lines.push([upgrades, securityOrigin(evidence.os.id)])
    }
    for (const unit of units) {
      const state = evidence.units.get(unit)
      if (state?.isLoaded === true && !state.isEnabled) {
        changes.push(unitChange('updates', unit, { checks: [upgrades], isActive: state.isActive }))
      }
    }
  }
  const reboot = one('Unattended-Upgrade::Automatic-Reboot')
  if (selected.has('updates.no_automatic_reboot') && reboot !== undefined && /^(true|1|yes)$/i.test(reboot)) {
    lines.push(['updates.no_automatic_reboot', 'Unattended-Upgrade::Automatic-Reboot "false";'])
  }
  const [first, ...rest] = [...new Set(lines.map(([check]) => check))]
  if (first === undefined) return { changes, skipped: [] }
  const before = evidence.files.get(paths.apt) ?? ''
  const old = before.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
  const content = ['// Written by Longshore.', ...new Set([...old, ...lines.map(([, line]) => line)]), ''].join('\n')
  const checks: Checks = [first, ...rest]
  const action = { kind: 'write', path: paths.apt, mode: '0644', content } as const
  if (content !== before) {
    changes.unshift({ stage: 'updates', checks, file: paths.apt, before, after: content, risk: riskOf(checks), action })
  }
  return { changes, skipped: [] }
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0'
}

function hasSecurityOrigin(evidence: Evidence): boolean {
  const names = ['Unattended-Upgrade::Origins-Pattern::', 'Unattended-Upgrade::Allowed-Origins::']
  return names.some((name) => evidence.apt.get(name)?.some((value) => /security/i.test(value)) === true)
}

function securityOrigin(os: string): string {
  return os === 'ubuntu'
    ? // biome-ignore lint/suspicious/noTemplateCurlyInString: apt replaces it
      'Unattended-Upgrade::Allowed-Origins:: "${distro_id}:${distro_codename}-security";'
    : // biome-ignore lint/suspicious/noTemplateCurlyInString: apt replaces it
      'Unattended-Upgrade::Origins-Pattern:: "origin=Debian,codename=${distro_codename}-security,label=Debian-Security";'
}
