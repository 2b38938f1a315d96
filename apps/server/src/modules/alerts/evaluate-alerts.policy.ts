/** Evaluates the alert rules for a server and everything that runs there. Pure. */
import type { Level } from './alert-hysteresis.policy.ts'
import type { AlertRules, RuleName } from './alert-rules.schemas.ts'
import { type DiskPoint, hoursUntilFull } from './disk-forecast.policy.ts'

export interface Condition {
  /** Null for the server itself. */
  environmentId: string | null
  subject: string | null
  level: Level
  detail: string
}

/** Inputs that couldn't be read are null and change nothing. */
export interface AlertInputs {
  status: string
  problem: string | null
  now: Date
  /** Measurements of the last minutes, newest last. */
  use: readonly { memoryUsedBytes: number; memoryBytes: number; diskUsedBytes: number; diskBytes: number }[] | null
  disk: readonly DiskPoint[]
  services: readonly { environmentId: string; service: string; restarts: number }[] | null
  certificates: readonly { environmentId: string; hostname: string; beginsAt: Date; endsAt: Date }[] | null
  backups:
    | readonly {
        environmentId: string
        service: string
        lastAt: Date | null
        wantedSince: Date
        /** Why the last backup can't be used. */
        trouble: string | null
      }[]
    | null
}

export type Evaluation = Partial<Record<RuleName, readonly Condition[]>>

/** An alert resolves a little below the threshold where it fires. */
const slackPercent = 5
const dayMs = 86_400_000
/**
 * Share of the certificate's lifetime. A fixed limit of two weeks would always apply to a certificate for six days.
 * Renewal starts when a third is left.
 */
const expiringShare = 1 / 6
const endingShare = 1 / 30

/** Leaves out rules that can't be evaluated now. For the others, every subject without a condition is good. */
export function evaluateAlerts(rules: AlertRules, seen: AlertInputs): Evaluation {
  const evaluation: Record<RuleName, readonly Condition[] | null> = {
    server_unreachable: evaluateReachability(seen),
    disk_full: evaluateUsage(seen, 'disk', rules.disk_full.percent),
    disk_filling: evaluateForecast(seen, rules.disk_filling.withinHours),
    memory_full: evaluateUsage(seen, 'memory', rules.memory_full.percent),
    restart_loop: evaluateRestarts(seen, rules.restart_loop),
    certificate_expiring: evaluateCertificates(seen, rules.certificate_expiring.days, expiringShare),
    certificate_ending: evaluateCertificates(seen, rules.certificate_ending.days, endingShare),
    backup_missing: evaluateBackupAge(seen, rules.backup_missing.hours),
    backup_failed: evaluateBackupFailures(seen),
  }
  const said = Object.entries(evaluation).filter(([, conditions]) => conditions !== null)
  return Object.fromEntries(said)
}

const ofServer = { environmentId: null, subject: null }

function evaluateReachability({ status, problem }: AlertInputs): Condition[] | null {
  if (status === 'unreachable' || status === 'host_key_changed')
    return [{ ...ofServer, level: 'bad', detail: problem ?? "The server doesn't respond." }]
  return status === 'ready' || status === 'degraded' ? [{ ...ofServer, level: 'good', detail: '' }] : null
}

function evaluateUsage({ use }: AlertInputs, what: 'disk' | 'memory', percent: number): Condition[] | null {
  const last = use?.at(-1)
  if (last === undefined) return null
  const [used, all] = what === 'disk' ? [last.diskUsedBytes, last.diskBytes] : [last.memoryUsedBytes, last.memoryBytes]
  if (all === 0) return null
  const share = (used / all) * 100
  const level = share >= percent ? 'bad' : share >= percent - slackPercent ? 'between' : 'good'
  const detail = `${Math.round(share)}% of its ${what} is used: ${shown(used)} of ${shown(all)}.`
  return [{ ...ofServer, level, detail }]
}

function evaluateForecast({ disk }: AlertInputs, withinHours: number): Condition[] | null {
  const hours = hoursUntilFull(disk)
  const last = disk.at(-1)
  if (hours === undefined || last === undefined) return null
  const level = hours <= withinHours ? 'bad' : hours <= withinHours * 1.5 ? 'between' : 'good'
  const free = shown(last.diskBytes - last.usedBytes)
  const detail = `At the current rate, its disk will be full in about ${Math.round(hours)} hours. ${free} are free.`
  return [{ ...ofServer, level, detail }]
}

function evaluateRestarts(
  { services }: AlertInputs,
  { restarts, withinMinutes }: AlertRules['restart_loop'],
): Condition[] | null {
  if (services === null) return null
  return services.map(({ environmentId, service, restarts: found }) => ({
    environmentId,
    subject: service,
    level: found >= restarts ? 'bad' : found > 0 ? 'between' : 'good',
    detail: `${service} restarted ${found} times within ${withinMinutes} minutes.`,
  }))
}

function evaluateCertificates({ certificates, now }: AlertInputs, days: number, share: number): Condition[] | null {
  if (certificates === null) return null
  return certificates.map(({ environmentId, hostname, beginsAt, endsAt }) => {
    const left = (endsAt.getTime() - now.getTime()) / dayMs
    const limit = Math.min(days, ((endsAt.getTime() - beginsAt.getTime()) / dayMs) * share)
    const when = left < 0 ? 'has ended' : `expires in ${shownTime(left)}`
    const detail = `The certificate for ${hostname} ${when}, on ${endsAt.toISOString().slice(0, 10)}.`
    return { environmentId, subject: hostname, level: left <= limit ? 'bad' : 'good', detail }
  })
}

function evaluateBackupAge({ backups, now }: AlertInputs, hours: number): Condition[] | null {
  if (backups === null) return null
  return backups.map(({ environmentId, service, lastAt, wantedSince }) => {
    const since = lastAt ?? wantedSince
    const passed = (now.getTime() - since.getTime()) / 3_600_000
    const last = lastAt === null ? 'never' : `last ${Math.floor(passed)} hours ago`
    const detail = `${service} was backed up ${last}.`
    return { environmentId, subject: service, level: passed >= hours ? 'bad' : 'good', detail }
  })
}

function evaluateBackupFailures({ backups }: AlertInputs): Condition[] | null {
  if (backups === null) return null
  return backups.map(({ environmentId, service, trouble }) => ({
    environmentId,
    subject: service,
    level: trouble === null ? 'good' : 'bad',
    detail: `${service}: ${trouble ?? ''}`,
  }))
}

function shownTime(days: number): string {
  return days >= 2 ? `${Math.floor(days)} days` : `${Math.floor(days * 24)} hours`
}

function shown(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
