import type { CheckResult } from '../check.ts'
import { type Evidence, isReportedMissing, linesOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { inspectedFiles } from '../gather/probes.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, fail, notApplicable, passIf } from '../result.ts'
import { findFile, systemFilesOf } from './file-modes.ts'
import { packagesOf } from './packages.ts'
import { unitsOf } from './services.ts'

/** Package lists older than this don't show what is missing today. */
const maxListAgeMs = 7 * 24 * 3_600_000

export function evaluateUpdates(evidence: Evidence): CheckResult[] {
  const onDebian = (find: () => Finding) => () =>
    isWithoutApt(evidence) ? notApplicable('the server does not use apt') : find()
  return [
    decide(
      'updates.unattended_security',
      onDebian(() => evaluateUnattended(evidence)),
    ),
    decide(
      'updates.no_automatic_reboot',
      onDebian(() => evaluateReboot(evidence)),
    ),
    decide(
      'updates.pending_security',
      onDebian(() => evaluatePending(evidence)),
    ),
    decide('updates.reboot_required', () => evaluateRebootRequired(evidence)),
  ]
}

function isWithoutApt(evidence: Evidence): boolean {
  const { succeeded, errors } = wholeOf(evidence, 'aptConfiguration')
  return !succeeded && isReportedMissing(errors, 'apt-config')
}

/** Lines are `Name "value";`. Lists repeat the same name. */
function aptValues(evidence: Evidence, name: string): string[] {
  const text = textOf(evidence, 'aptConfiguration')
  if (!text.includes('APT "";\n')) throw new Unreadable('apt-config printed no configuration')
  const prefix = `${name} "`
  const lines = linesOf(text).filter((line) => line.startsWith(prefix) && line.endsWith('";'))
  return lines.map((line) => line.slice(prefix.length, -2))
}

function evaluateUnattended(evidence: Evidence): Finding {
  if (packagesOf(evidence).get('unattended-upgrades') !== 'installed') {
    return fail('not installed', 'the package unattended-upgrades is not installed')
  }
  const days = aptValues(evidence, 'APT::Periodic::Unattended-Upgrade').at(-1) ?? '0'
  const isDaily = /^(?:[1-7]|always)$/.test(days)
  if (!isDaily) return fail(`every ${days} days`, `APT::Periodic::Unattended-Upgrade "${days}"`)
  const lists = aptValues(evidence, 'APT::Periodic::Update-Package-Lists').at(-1) ?? '0'
  if (!/^(?:[1-7]|always)$/.test(lists))
    return fail('lists are not renewed', `APT::Periodic::Update-Package-Lists "${lists}"`)
  const origins = [
    ...aptValues(evidence, 'Unattended-Upgrade::Origins-Pattern::'),
    ...aptValues(evidence, 'Unattended-Upgrade::Allowed-Origins::'),
  ]
  const security = origins.filter((origin) => /security/i.test(origin))
  if (security.length === 0) return fail('no security origin', `origins: ${listText(origins) || 'none'}`)
  const timer = unitsOf(evidence).get('apt-daily-upgrade.timer')
  if (timer === undefined) throw new Unreadable('systemd says nothing about apt-daily-upgrade.timer')
  return passIf(
    timer.isEnabled,
    timer.isEnabled ? 'on' : 'timer off',
    `apt-daily-upgrade.timer; ${listText(security, 2)}`,
  )
}

function evaluateReboot(evidence: Evidence): Finding {
  const value = aptValues(evidence, 'Unattended-Upgrade::Automatic-Reboot').at(-1) ?? 'false'
  const isOff = ['false', 'no', 'off', '0', 'without', 'disable', ''].includes(value.toLowerCase())
  return passIf(isOff, value, `Unattended-Upgrade::Automatic-Reboot "${value}"`)
}

function evaluatePending(evidence: Evidence): Finding {
  const lines = linesOf(textOf(evidence, 'aptUpgrades'))
  if (!lines.some((line) => /^\d{1,6} upgraded, \d{1,6} newly installed, /.test(line))) {
    throw new Unreadable('apt-get did not say what it would upgrade')
  }
  const waiting = lines.filter((line) => line.startsWith('Inst ') && /security/i.test(line.slice(line.indexOf('('))))
  const names = waiting.map((line) => line.split(' ')[1] ?? '')
  if (names.length > 0) return fail(`${names.length} packages`, listText(names))
  const renewedAt = listsRenewedAt(evidence)
  if (renewedAt === undefined) throw new Unreadable('the package lists were never fetched')
  const days = Math.round((evidence.takenAt - renewedAt) / 86_400_000)
  if (evidence.takenAt - renewedAt > maxListAgeMs) throw new Unreadable(`the package lists are ${days} days old`)
  return passIf(true, '0 packages', `package lists are ${days} days old`)
}

function listsRenewedAt(evidence: Evidence): number | undefined {
  const files = systemFilesOf(evidence)
  const hasLists = files.some(({ path }) => path.startsWith('/var/lib/apt/lists/') && path.endsWith('Release'))
  const times = files
    .filter(({ path }) => inspectedFiles.aptLists.some((each) => each === path))
    .map((file) => file.changedAt)
  return hasLists && times.length > 0 ? Math.max(...times) : undefined
}

function evaluateRebootRequired(evidence: Evidence): Finding {
  const file = findFile(evidence, inspectedFiles.reboot)
  return passIf(
    file === undefined,
    file === undefined ? 'no' : 'yes',
    `${inspectedFiles.reboot} ${file === undefined ? 'is not there' : 'is there'}`,
  )
}
