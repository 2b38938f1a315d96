/**
 * Decides about all open deliveries of an environment: at most one deployment of the newest commit, and a result for
 * each delivery. Guarantees: every stored delivery is decided, whatever crashes. The decision and the deployment commit
 * together, so a retry never starts anything twice. Only read requests are repeated.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { deployPushed } from '../../deployments/index.ts'
import { decidePushesOf, type PushSubject } from '../auto-deploy.references.ts'
import { findAutoDeploy, updateAutoDeploy } from '../auto-deploy.repository.ts'
import { findMessage, findTip } from '../branch-tip.remote.ts'
import { burstWaitMs } from '../burst-wait.policy.ts'
import { type DeliveryReason, isDeliveryReason } from '../delivery-reasons.policy.ts'
import { decidePushes, type PushDecision, reasonToIgnore } from '../push-decision.policy.ts'
import { type OpenDeliveries, readOpenDeliveries, readTipReason } from '../read-open-deliveries.query.ts'
import { evaluateChecks, type Verdict } from '../required-checks.remote.ts'
import { requestDecisions } from '../store-delivery.action.ts'
import { decideDeliveries, findOpenArrivals, listOpenDeliveries } from '../webhook-deliveries.repository.ts'
import type { PushWork } from './push-work.context.ts'

type Context = StepContext<PushSubject>

export function createDecidePushes(work: PushWork): Workflow<PushSubject> {
  const decide = step({
    name: 'decide',
    output: z.object({}),
    // The run waits for the end of a burst, at most a minute.
    deadlineMs: 150_000,
    retriesDeadline: true,
    attempts: 8,
    async run(context: Context) {
      await decideAll(work, context)
      return {}
    },
  })
  return workflow(decidePushesOf, [decide], {
    async onFinish(tx, run, end) {
      if (end.status === 'succeeded') return
      await giveUp(tx, run.organizationId, { runId: run.id, environmentId: run.input.environmentId })
    },
  })
}

async function decideAll(work: PushWork, context: Context): Promise<void> {
  const { organizationId } = context.run
  const environmentId = context.input.environmentId
  await waitForBurst(work, { organizationId, environmentId }, context.signal)
  const open = await context.write((tx) => readOpenDeliveries(tx, organizationId, environmentId))
  if (open === undefined) return
  const ignore = (ids: readonly Id<'whd'>[], reason: DeliveryReason) =>
    context.write((tx) => decideDeliveries(tx, organizationId, { ids, status: 'ignored', reason }))
  if (open.unreadable.length > 0) await ignore(open.unreadable, 'unreadable')
  if (open.refusal !== null)
    return await ignore(
      [...open.pushes, ...open.pullRequests].map(({ id }) => id),
      open.refusal,
    )
  await handlePullRequests(work, context, { organizationId, open })
  if (open.pushes.length === 0) return
  if (open.environment.stopped_at !== null)
    return await ignore(
      open.pushes.map(({ id }) => id),
      'environment_stopped',
    )
  const decision = await decide(work, context, { organizationId, open })
  await apply(work, context, { organizationId, open, decision })
}

async function waitForBurst(
  { database }: PushWork,
  { organizationId, environmentId }: { organizationId: OrganizationId; environmentId: Id<'env'> },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { row, open } = await database.tenant(organizationId, async (tx) => ({
      row: await findAutoDeploy(tx, organizationId, environmentId),
      open: await findOpenArrivals(tx, organizationId, environmentId),
    }))
    if (row === undefined || open === undefined) return
    const waitMs = burstWaitMs({
      nowMs: Date.now(),
      decidedMs: row.decided_at?.getTime() ?? null,
      oldestMs: open.oldest.getTime(),
      newestMs: open.newest.getTime(),
    })
    if (waitMs <= 0) return
    await delay(waitMs, undefined, { signal })
  }
}

interface Subject {
  organizationId: OrganizationId
  open: OpenDeliveries
}

async function handlePullRequests(work: PushWork, context: Context, { organizationId, open }: Subject): Promise<void> {
  const { id: environmentId, project_id: projectId } = open.environment
  for (const { id, event } of open.pullRequests) {
    const unfit = reasonToIgnore(event, open.linked)
    await context.write(async (tx) => {
      const { repositoryId } = open.linked
      const isTaken =
        unfit === null &&
        (await work.onPullRequest(tx, organizationId, { event, environmentId, projectId, repositoryId }))
      await decideDeliveries(tx, organizationId, {
        ids: [id],
        status: isTaken ? 'handled' : 'ignored',
        reason: unfit ?? (isTaken ? 'pull_request' : 'no_previews'),
      })
    })
  }
}

/** Fetches the tip of the branch, and its message unless a delivery contains it. */
async function decide(work: PushWork, context: Context, { organizationId, open }: Subject): Promise<PushDecision> {
  const { environment, pushes, linked, watching } = open
  const { signal } = context
  const subject = { organizationId, projectId: environment.project_id }
  const sha =
    environment.branch === null ? null : await findTip(work, { ...subject, branch: environment.branch }, signal)
  if (sha === null) return decidePushes(pushes, { ...linked, watching, tip: null, tipReason: null })
  const commit = { environmentId: environment.id, sha }
  const tipReason = await work.database.tenant(organizationId, (tx) => readTipReason(tx, organizationId, commit))
  const isKnown = tipReason !== null || pushes.some(({ event }) => event.commit?.sha === sha)
  const found = isKnown ? null : await findMessage(work, { ...subject, sha }, signal)
  return decidePushes(pushes, { ...linked, watching, tip: { sha, message: found?.message ?? null }, tipReason })
}

async function apply(
  work: PushWork,
  context: Context,
  { organizationId, open, decision }: Subject & { decision: PushDecision },
): Promise<void> {
  const { target } = decision
  const verdict = target === null ? null : await evaluateChecks(work, { organizationId, open, target }, context.signal)
  try {
    await context.write((tx) => write(tx, organizationId, { open, decision, verdict }))
  } catch (error) {
    if (target === null || !(error instanceof AppError) || error.problem.status >= 500) throw error
    const { code } = error.problem
    const reason = isDeliveryReason(code) ? code : 'not_started'
    await context.write(async (tx) => {
      await writeIgnored(tx, organizationId, { decision, deploymentId: null })
      await decideDeliveries(tx, organizationId, { ids: [target.id], status: 'failed', reason })
    })
  }
}

async function write(
  tx: Tx,
  organizationId: OrganizationId,
  { open, decision, verdict }: { open: OpenDeliveries; decision: PushDecision; verdict: Verdict | null },
): Promise<void> {
  const { target } = decision
  const isWaiting = verdict?.status === 'waiting'
  const pushed =
    target === null || verdict !== null
      ? null
      : await deployPushed(tx, organizationId, { environmentId: open.environment.id, commit: target.sha })
  await writeIgnored(tx, organizationId, { decision, deploymentId: pushed?.id ?? null })
  if (target !== null) {
    const outcome =
      pushed === null
        ? { status: verdict?.status ?? 'failed', reason: verdict?.reason ?? null }
        : {
            status: pushed.how === 'already_live' ? ('ignored' as const) : ('deployed' as const),
            reason: pushed.how === 'started' ? null : pushed.how,
          }
    await decideDeliveries(tx, organizationId, { ids: [target.id], ...outcome, deploymentId: pushed?.id ?? null })
  }
  await updateAutoDeploy(tx, organizationId, {
    id: open.row.id,
    decided_at: new Date(),
    waiting_commit: isWaiting ? (target?.sha ?? null) : null,
    next_checks_at: isWaiting ? new Date(Date.now() + verdict.againMs) : null,
  })
}

async function writeIgnored(
  tx: Tx,
  organizationId: OrganizationId,
  { decision, deploymentId }: { decision: PushDecision; deploymentId: Id<'dep'> | null },
): Promise<void> {
  for (const [reason, group] of Map.groupBy(decision.ignored, (each) => each.reason)) {
    const ids = group.map(({ id }) => id)
    const taken = reason === 'newer_commit' ? { deploymentId } : {}
    await decideDeliveries(tx, organizationId, { ids, status: 'ignored', reason, ...taken })
  }
}

/**
 * The Git provider didn't respond in any attempt. Deliveries that arrived after this run was queued get another run.
 */
async function giveUp(
  tx: Tx,
  organizationId: OrganizationId,
  { runId, environmentId }: { runId: string; environmentId: Id<'env'> },
): Promise<void> {
  const open = await listOpenDeliveries(tx, organizationId, environmentId)
  // IDs are ordered by time.
  const old = open.filter(({ id }) => id < runId).map(({ id }) => id)
  await decideDeliveries(tx, organizationId, { ids: old, status: 'failed', reason: 'forge_not_reached' })
  if (open.length > old.length) await requestDecisions(tx, organizationId, new Set([environmentId]))
}
