/** Alerts as the API shows them. The worker fires and resolves them. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import { toAlert } from './alert.mapper.ts'
import { applyPatch, defaultRules } from './alert-rules.policy.ts'
import { readRules } from './alert-rules.query.ts'
import { type AlertRulesPatch, ruleNames } from './alert-rules.schemas.ts'
import { publishAlertChanges } from './alerts.events.ts'
import { alertProblems } from './alerts.problems.ts'
import { type AlertRow, findAlert, listAlerts, lockAlert, saveAlertSettings, updateAlert } from './alerts.repository.ts'
import type { Alert, AlertSettings, AlertsQuery } from './alerts.schemas.ts'

export interface AlertsService {
  list(actor: Actor, query: AlertsQuery): Promise<Page<Alert>>
  get(actor: Actor, id: Id<'alr'>): Promise<Alert>
  acknowledge(actor: Actor, id: Id<'alr'>): Promise<Alert>
  settings(actor: Actor): Promise<AlertSettings>
  configure(actor: Actor, patch: AlertRulesPatch): Promise<AlertSettings>
}

export function createAlertsService({ database }: { database: Database }): AlertsService {
  return {
    async list({ organizationId, projectIds }, { cursor, limit, ...filter }) {
      const rows = await database.tenant(organizationId, (tx) =>
        listAlerts(tx, organizationId, { before: cursor, limit, projectIds, ...filter }),
      )
      return toPage(rows.map(toAlert), limit)
    },
    get: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) =>
        toAlert(requireVisible(actor, await findAlert(tx, actor.organizationId, id))),
      ),
    acknowledge: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const row = requireVisible(actor, await lockAlert(tx, organizationId, id))
        if (row.acknowledgedAt !== null) return toAlert(row)
        if (row.status === 'resolved') throw new AppError(alertProblems.alert_resolved)
        const changed = await updateAlert(tx, organizationId, { id, acknowledgedBy: actor.userId })
        await recordAudit(tx, actor, {
          action: 'alert.acknowledged',
          targetKind: 'alert',
          targetId: id,
          detail: { rule: row.rule },
        })
        await publishAlertChanges(tx, organizationId, [{ row: changed, action: 'acknowledged' }])
        return toAlert(changed)
      }),
    settings: ({ organizationId }) =>
      database.tenant(organizationId, async (tx) => {
        const { rules, version } = await readRules(tx, organizationId)
        return { rules, version }
      }),
    configure: (actor, patch) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const { changed, version } = await readRules(tx, organizationId)
        requireVersion(actor, version)
        const all = Object.fromEntries(ruleNames.map((name) => [name, { ...changed[name], ...patch[name] }]))
        const saved = await saveAlertSettings(tx, organizationId, all)
        await recordAudit(tx, actor, {
          action: 'alert_settings.changed',
          targetKind: 'organization',
          targetId: organizationId,
          detail: { rules: Object.keys(patch) },
        })
        return { rules: applyPatch(applyPatch(defaultRules, changed), patch), version: saved }
      }),
  }
}

/** Alerts about a server belong to no project, so a token that is limited to projects doesn't see them. */
function requireVisible({ projectIds }: Actor, row: AlertRow | undefined): AlertRow {
  const isHidden = projectIds !== null && (row?.projectId == null || !projectIds.has(row.projectId))
  if (row === undefined || isHidden) throw notFound()
  return row
}
