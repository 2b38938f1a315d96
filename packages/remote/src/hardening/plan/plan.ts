/** Turns evidence and options into the list of changes, in the order in which they are applied. Pure. */
import type { Evidence } from '../evidence/evidence.ts'
import type { Change, Checks, Skipped, StagePlan } from './change.ts'
import { orderOf } from './change.ts'
import { type HardeningOptions, riskOf, selectedChecks } from './options.ts'
import { planDocker } from './plan-docker.ts'
import { planEgress } from './plan-egress.ts'
import { planFail2ban } from './plan-fail2ban.ts'
import { planFirewall } from './plan-firewall.ts'
import { planModes } from './plan-modes.ts'
import { planSsh } from './plan-ssh.ts'
import { planSysctl } from './plan-sysctl.ts'
import { hasClock, planSystem } from './plan-system.ts'
import { planUpdates } from './plan-updates.ts'

export interface HardeningPlan {
  changes: readonly Change[]
  /** Requested checks that can't be fixed here, each with the reason. */
  skipped: readonly Skipped[]
}

export function planHardening(evidence: Evidence, options: HardeningOptions): HardeningPlan {
  const selected = selectedChecks(options)
  const stages: StagePlan[] = [
    planPackages(evidence, selected),
    planSsh(evidence, selected, options),
    planFirewall(evidence, selected, options),
    planFail2ban(evidence, selected),
    planSysctl(evidence, selected),
    planUpdates(evidence, selected),
    planDocker(evidence, selected),
    planEgress(evidence, selected),
    planSystem(evidence, selected),
  ]
  const written = new Set(stages.flatMap((stage) => stage.changes.map((change) => change.file)))
  stages.push(planModes(evidence, selected, written))
  return {
    changes: stages.flatMap((stage) => stage.changes).toSorted((a, b) => orderOf(a) - orderOf(b)),
    skipped: stages.flatMap((stage) => stage.skipped),
  }
}

/** Installs only missing packages, from the distribution. */
function planPackages(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const needs: [check: string, packages: string[]][] = [
    ['firewall.default_deny_ipv4', evidence.firewall.other === null ? ['ufw'] : []],
    ['fail2ban.sshd_jail', ['fail2ban', 'python3-systemd']],
    ['updates.unattended_security', ['unattended-upgrades']],
    ['system.time_sync', hasClock(evidence) ? [] : ['systemd-timesyncd']],
  ]
  const missing = needs.flatMap(([check, names]) => {
    const absent = names.filter((name) => !evidence.packages.has(name))
    return selected.has(check) && absent.length > 0 ? [{ check, absent }] : []
  })
  const packages = [...new Set(missing.flatMap((each) => each.absent))]
  const [first, ...rest] = missing.map((each) => each.check)
  if (first === undefined) return { changes: [], skipped: [] }
  const checks: Checks = [first, ...rest]
  const change: Change = {
    stage: 'packages',
    checks,
    file: 'packages',
    before: '',
    after: packages.map((name) => `${name}\n`).join(''),
    risk: `${riskOf(checks)} Packages stay installed after a revert.`,
    action: { kind: 'install', packages },
  }
  return { changes: [change], skipped: [] }
}
