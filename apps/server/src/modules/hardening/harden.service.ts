/** Requests hardening and its revert. A run in the worker does the work, one at a time per server. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/durable/locks.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import {
  publishServerUpdated,
  requireChangeableServer,
  requireConnectedServer,
  requireServer,
  type ServerRow,
  serverLock,
} from '../servers/index.ts'
import { hardenServer, planHardening } from './harden.references.ts'
import type { HardenBody, HardeningRun, RevertBody } from './harden.schemas.ts'
import { hardeningProblems } from './hardening.problems.ts'
import { toHardeningRun } from './hardening-run.mapper.ts'
import {
  findRun,
  hasUnfinishedRun,
  insertRun,
  listEffectiveRuns,
  listRuns,
  type NewHardeningRun,
} from './hardening-runs.repository.ts'

export interface HardenService {
  harden(actor: Actor, id: Id<'srv'>, body: HardenBody): Promise<HardeningRun>
  revert(actor: Actor, id: Id<'srv'>, body: RevertBody): Promise<HardeningRun>
  list(actor: Actor, id: Id<'srv'>, query: PageQuery): Promise<Page<HardeningRun>>
  get(actor: Actor, id: Id<'srv'>, runId: Id<'hrd'>): Promise<HardeningRun>
}

export function createHardenService({ database }: { database: Database }): HardenService {
  return {
    harden: (actor, id, body) =>
      createOnce(database, actor, async (tx) => {
        const server = await requireReadyServer(tx, actor, id)
        const run = {
          kind: body.dryRun ? 'plan' : 'harden',
          checks: body.checks ?? null,
          options: body.options ?? {},
          confirmTimeoutSeconds: body.confirmTimeoutSeconds,
          reverts: [],
        } as const
        return await begin(tx, actor, { server, run })
      }),
    revert: (actor, id, body) =>
      createOnce(database, actor, async (tx) => {
        const server = await requireReadyServer(tx, actor, id)
        const effective = await listEffectiveRuns(tx, actor.organizationId, id)
        const isBusy = await hasUnfinishedRun(tx, actor.organizationId, id)
        if (effective.length === 0 && !isBusy) throw new AppError(hardeningProblems.nothing_to_revert)
        const run = {
          kind: 'revert',
          checks: null,
          options: body.options ?? {},
          confirmTimeoutSeconds: body.confirmTimeoutSeconds,
          reverts: effective.map((each) => each.id),
        } as const
        return await begin(tx, actor, { server, run })
      }),
    async list(actor, id, query) {
      const { organizationId } = actor
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireServer(tx, organizationId, id)
        return await listRuns(tx, organizationId, { serverId: id, before: query.cursor, limit: query.limit })
      })
      return toPage(rows.map(toHardeningRun), query.limit)
    },
    async get(actor, id, runId) {
      const row = await database.tenant(actor.organizationId, (tx) =>
        findRun(tx, actor.organizationId, { id: runId, serverId: id }),
      )
      if (row === undefined) throw notFound()
      return toHardeningRun(row)
    },
  }
}

/** The row is locked, so a second request sees the run of the first. */
async function requireReadyServer(tx: Tx, actor: Actor, id: Id<'srv'>): Promise<ServerRow> {
  await requireChangeableServer(tx, actor.organizationId, id)
  return await requireConnectedServer(tx, actor.organizationId, id)
}

async function begin(
  tx: Tx,
  actor: Actor,
  { server, run }: { server: ServerRow; run: Omit<NewHardeningRun, 'id' | 'serverId' | 'securityBefore'> },
): Promise<HardeningRun> {
  const { organizationId } = actor
  const isPlan = run.kind === 'plan'
  if (!isPlan && (await hasUnfinishedRun(tx, organizationId, server.id)))
    throw new AppError(hardeningProblems.hardening_in_progress)
  const workflow = isPlan ? planHardening : hardenServer
  const runId = await startRun(tx, { workflow, key: server.id, input: { serverId: server.id }, organizationId })
  if (!isPlan) {
    const lock = await tryLock(tx, serverLock(server.id, 'exclusive'), { runId, organizationId })
    if (!lock.granted) {
      const kinds = [...new Set(lock.holders.map((holder) => holder.kind))].join(', ')
      throw new AppError(hardeningProblems.server_locked, `The server is in use by: ${kinds}.`)
    }
  }
  const id = brandId<'hrd'>(runId)
  const row = await insertRun(tx, organizationId, {
    ...run,
    id,
    serverId: server.id,
    securityBefore: server.security_state,
  })
  const action = isPlan
    ? 'hardening_planned'
    : run.kind === 'revert'
      ? 'hardening_revert_requested'
      : 'hardening_requested'
  await recordAudit(tx, actor, {
    action: `server.${action}`,
    targetKind: 'server',
    targetId: server.id,
    detail: {
      runId: encodeId('hrd', id),
      confirmTimeoutSeconds: run.confirmTimeoutSeconds,
      ...(run.checks === null ? {} : { checks: run.checks }),
    },
  })
  await publishServerUpdated(tx, organizationId, { id: server.id, action })
  return toHardeningRun(row)
}
