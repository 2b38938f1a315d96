/** Reads everything that the evaluation of a server needs from the database. It contacts no server. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { readRecentUse } from '../metrics/index.ts'
import type { ServerRow } from '../servers/index.ts'
import type { AlertRules } from './alert-rules.schemas.ts'
import type { AlertInputs } from './evaluate-alerts.policy.ts'

type Read<Found> = (tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>) => Promise<readonly Found[]>

/** Inputs from other modules. Without a source, its rule isn't evaluated. */
export interface AlertSources {
  /** Returns custom certificates and those from a certificate authority. */
  certificates?: Read<{ environmentId: Id<'env'>; hostname: string; beginsAt: Date; endsAt: Date }>
  backups?: Read<{
    environmentId: Id<'env'>
    service: string
    lastAt: Date | null
    wantedSince: Date
    trouble: string | null
  }>
}

const maxSubjects = 1_000

export async function readAlertInputs(
  tx: Tx,
  organizationId: OrganizationId,
  { row, rules, now, sources }: { row: ServerRow; rules: AlertRules; now: Date; sources: AlertSources },
): Promise<AlertInputs> {
  const { id: serverId } = row
  const recent = await readRecentUse(tx, organizationId, {
    serverId,
    now,
    restartSeconds: rules.restart_loop.withinMinutes * 60,
  })
  const certificates = await sources.certificates?.(tx, organizationId, serverId)
  const backups = await sources.backups?.(tx, organizationId, serverId)
  return {
    status: row.status,
    problem: row.problem?.detail ?? null,
    now,
    use: recent.use,
    disk: recent.disk,
    services: recent.services,
    certificates: certificates?.slice(0, maxSubjects) ?? null,
    backups: backups?.slice(0, maxSubjects) ?? null,
  }
}
