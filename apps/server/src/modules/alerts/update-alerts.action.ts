/**
 * Evaluates one server and writes the alerts, their events, and their notifications in one transaction. Idempotent: an
 * open alert isn't opened again.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { findEnvironment } from '../environments/index.ts'
import { findServer } from '../servers/index.ts'
import { nextStep, type Step } from './alert-hysteresis.policy.ts'
import { type AlertSources, readAlertInputs } from './alert-inputs.query.ts'
import { ruleTexts } from './alert-rules.policy.ts'
import { readRules } from './alert-rules.query.ts'
import { type AlertRules, type RuleName, ruleNames } from './alert-rules.schemas.ts'
import { type AlertChange, publishAlertChanges } from './alerts.events.ts'
import { type AlertRow, deleteAlert, insertAlert, lockOpenAlerts, updateAlert } from './alerts.repository.ts'
import type { DueEvaluation } from './alerts.system-repository.ts'
import { type Condition, evaluateAlerts } from './evaluate-alerts.policy.ts'
import { notifyAlert } from './notify-alert.action.ts'

interface UpdateContext {
  organizationId: OrganizationId
  serverId: DueEvaluation['serverId']
  rules: AlertRules
  now: Date
}

const maxDetail = 1_000

export async function updateAlerts(
  tx: Tx,
  { organizationId, serverId }: DueEvaluation,
  { now, sources }: { now: Date; sources: AlertSources },
): Promise<void> {
  const row = await findServer(tx, organizationId, serverId)
  if (row === undefined) return
  const { rules } = await readRules(tx, organizationId)
  const evaluation = evaluateAlerts(rules, await readAlertInputs(tx, organizationId, { row, rules, now, sources }))
  const open = await lockOpenAlerts(tx, organizationId, serverId)
  const judging = { organizationId, serverId, rules, now }
  const changes: AlertChange[] = []
  for (const rule of ruleNames) {
    const conditions = rules[rule].enabled ? evaluation[rule] : []
    if (conditions === undefined) continue
    for (const [known, condition] of pair(
      conditions,
      open.filter((each) => each.rule === rule),
    ))
      changes.push(...(await apply(tx, judging, { rule, known, condition })))
  }
  for (const change of changes) await notifyAlert(tx, row, change)
  await publishAlertChanges(tx, organizationId, changes)
}

/** An open alert without a condition resolves: its service or hostname was deleted. */
function pair(conditions: readonly Condition[], open: readonly AlertRow[]): [AlertRow | undefined, Condition][] {
  const nameOf = (each: Pick<Condition, 'environmentId' | 'subject'>) => `${each.environmentId} ${each.subject}`
  const named = new Map(conditions.map((each) => [nameOf(each), each]))
  const rows = new Map(open.map((each) => [nameOf(each), each]))
  const gone = open.filter((each) => !named.has(nameOf(each)))
  return [
    ...[...named.values()].map((each): [AlertRow | undefined, Condition] => [rows.get(nameOf(each)), each]),
    ...gone.map((each): [AlertRow, Condition] => [each, { ...each, level: 'good' }]),
  ]
}

async function apply(
  tx: Tx,
  judging: UpdateContext,
  { rule, known, condition }: { rule: RuleName; known: AlertRow | undefined; condition: Condition },
): Promise<AlertChange[]> {
  const { organizationId, rules, now } = judging
  const open =
    known === undefined
      ? undefined
      : { ...known, status: known.status === 'firing' ? ('firing' as const) : ('pending' as const) }
  const step = nextStep(open, condition.level, { now, patience: rules[rule] })
  if (known === undefined) return step.kind === 'begin' ? await begin(tx, judging, { rule, condition, step }) : []
  const { id } = known
  const detail = condition.detail.slice(0, maxDetail)
  switch (step.kind) {
    case 'fire':
      return [
        {
          row: await updateAlert(tx, organizationId, { id, status: 'firing', firedAt: now, goodSince: null, detail }),
          action: 'fired',
        },
      ]
    case 'resolve':
      return [
        { row: await updateAlert(tx, organizationId, { id, status: 'resolved', resolvedAt: now }), action: 'resolved' },
      ]
    case 'turn':
      await updateAlert(tx, organizationId, { id, goodSince: step.goodSince })
      return []
    case 'forget':
      await deleteAlert(tx, organizationId, id)
      return []
    default:
      return []
  }
}

async function begin(
  tx: Tx,
  { organizationId, serverId, now }: UpdateContext,
  { rule, condition, step }: { rule: RuleName; condition: Condition; step: Step & { kind: 'begin' } },
): Promise<AlertChange[]> {
  const environmentId = condition.environmentId === null ? null : brandId<'env'>(condition.environmentId)
  const environment = environmentId === null ? undefined : await findEnvironment(tx, organizationId, environmentId)
  // The environment was deleted after its inputs were read.
  if (environmentId !== null && environment === undefined) return []
  const row = await insertAlert(tx, organizationId, {
    rule,
    severity: ruleTexts[rule].severity,
    serverId,
    environmentId,
    projectId: environment?.project_id ?? null,
    subject: condition.subject,
    detail: condition.detail.slice(0, maxDetail),
    isFiring: step.isFiring,
    now,
  })
  return row !== undefined && step.isFiring ? [{ row, action: 'fired' }] : []
}
