/**
 * Takes over a running stack within the first deployment of its environment: stops the old containers, copies their data
 * and compares it. If the new version doesn't become live, the old containers start again as they were.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { createForeignStacks, type ForeignStacks } from '@longshore/remote/stacks'
import { z } from 'zod'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { listServices, type ServiceRow } from '../environments/index.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { type AdoptStack, assertFence, type DataRuntimes, moveMark, volumeName } from '../workloads/worker.ts'
import { type AdoptionRow, findAdoption, updateAdoption } from './adoptions.repository.ts'
import { CopyEvidences, type OldResponse } from './adoptions.schemas.ts'
import { compareResponses } from './compare-responses.policy.ts'
import { copyData, listCopies, removeCopies } from './copy-stack-data.remote.ts'
import { FrozenStack } from './frozen-stack.schemas.ts'
import { requireNoWriters, requireUnchanged, startOld, stopOld } from './old-containers.remote.ts'

export interface AdoptionTools {
  readonly database: Database
  readonly runtimes: DataRuntimes
  readonly access: Pick<ServerAccess, 'use'>
  /** Label value on everything that we create on servers. */
  readonly instance: string
}

type TakePlace = Parameters<AdoptStack['take']>[0]
type BackPlace = Parameters<AdoptStack['giveBack']>[0]

const connectDeadlineMs = 20_000
const probeMs = 5_000
/** Statuses in which the old containers serve, so that nothing may be deployed next to them. */
const waiting: ReadonlySet<string> = new Set([
  'preparing',
  'ready',
  'returned',
  'stopped',
  'switching',
  'failed',
  'undoing',
  'undone',
])

export function createAdoptStack(tools: AdoptionTools): AdoptStack {
  return {
    async take(place) {
      const row = await readAdoption(tools, place)
      if (row === undefined || !waiting.has(row.status)) return false
      if (!isOwnSwitch(row, place))
        throw new PermanentError('adoption_pending', `The containers of ${row.compose_project} still run.`)
      await takeOver(tools, place, row)
      return true
    },
    compare: (place) => compareWithOld(tools, place),
    async giveBack(place) {
      const row = await readAdoption(tools, place)
      // Until something was stopped, there is nothing to give back.
      if (row === undefined || !isOwnSwitch(row, place) || row.stopped_at === null) return
      await returnToOld(tools, place, row)
    },
  }
}

export interface OnStack {
  readonly runtime: Runtime & DataRuntime
  readonly stacks: ForeignStacks
}

/** Connects once for both: our containers, and those that aren't ours. */
export async function onStackServer<Result>(
  { runtimes, access, instance }: AdoptionTools,
  at: { organizationId: OrganizationId; serverId: Id<'srv'>; signal: AbortSignal },
  work: (on: OnStack) => Promise<Result>,
): Promise<Result> {
  const { organizationId, serverId, signal } = at
  return await runtimes.use(
    organizationId,
    serverId,
    (runtime) =>
      access.use(
        organizationId,
        serverId,
        (connection) => work({ runtime, stacks: createForeignStacks(connection, { instance }) }),
        { deadlineMs: connectDeadlineMs, signal },
      ),
    signal,
  )
}

async function readAdoption(
  { database }: Pick<AdoptionTools, 'database'>,
  { organizationId, environmentId }: Pick<TakePlace, 'organizationId' | 'environmentId'>,
): Promise<AdoptionRow | undefined> {
  return await database.tenant(organizationId, (tx) => findAdoption(tx, organizationId, environmentId))
}

function isOwnSwitch(row: AdoptionRow, { context }: { context: { run: { id: string } } }): boolean {
  return row.status === 'switching' && row.deployment_id === context.run.id
}

async function takeOver(tools: AdoptionTools, place: TakePlace, row: AdoptionRow): Promise<void> {
  const { organizationId, environmentId, serverId, context, writeLine } = place
  const { signal, run } = context
  const stack = FrozenStack.parse(row.stack)
  const services = await tools.database.tenant(organizationId, (tx) =>
    listServices(tx, organizationId, [environmentId]),
  )
  await onStackServer(tools, { organizationId, serverId, signal }, async (on) => {
    await requireUnchanged(on.stacks, stack, signal)
    await requireNoWriters(on.stacks, stack, signal)
    const targets = findTargets(stack, services)
    if (row.stopped_at === null) {
      // If the ports are taken by something else, find out while everything still runs.
      const responses = stack.holdsProxyPorts ? [] : await readResponses(on, stack, signal)
      await save(place, (tx) => updateAdoption(tx, organizationId, environmentId, { responses, isStopped: true }))
    }
    await assertFence(on.runtime, environmentId, context)
    await writeLine(`Stopping the old containers of ${stack.name}.`)
    await stopOld(on.stacks, stack, signal)
    // Again, because a container can have started meanwhile.
    await requireNoWriters(on.stacks, stack, signal)
    const copying = { ...on, organizationId, environmentId, runId: run.id, mark: moveMark(run.id), signal }
    const there = await listCopies(copying)
    const copied = CopyEvidences.parse(row.copied)
    for (const { data, serviceId } of targets) {
      const isDone = copied.some((each) => each.service === data.service && each.volume === data.volume)
      if (isDone && there.has(volumeName(serviceId, data.volume))) continue
      const evidence = await copyData(copying, data, serviceId)
      copied.push(evidence)
      await save(place, (tx) => updateAdoption(tx, organizationId, environmentId, { copied }))
      await writeLine(
        `Copied ${data.source} to ${data.service} (${data.volume}): ${evidence.entries} entries, same hash.`,
      )
    }
  })
}

/** Throws if someone renamed or removed what gets the data: nothing may be left behind silently. */
function findTargets(stack: FrozenStack, services: readonly ServiceRow[]) {
  return stack.data.map((data) => {
    const service = services.find(({ name }) => name === data.service)
    const { volumes = [] } = service === undefined ? {} : ServiceConfiguration.parse(service.configuration)
    const isThere = volumes.some(({ name, service: owner }) => name === data.volume && owner === null)
    if (service !== undefined && isThere) return { data, serviceId: service.id }
    const text = `${data.service} has no volume ${data.volume} of its own for the data of ${data.source}.`
    throw new PermanentError('adoption_data_unplaced', text)
  })
}

async function save({ context }: Pick<TakePlace, 'context'>, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await context.write(async (tx) => void (await work(tx)))
}

async function readResponses(
  { runtime, stacks }: OnStack,
  stack: FrozenStack,
  signal: AbortSignal,
): Promise<OldResponse[]> {
  await runtime.ensureProxy({ signal })
  const responses: OldResponse[] = []
  for (const { service, containerId, port } of stack.web) {
    const found = await stacks.inspect(containerId, { signal })
    const networks = Object.values(found?.NetworkSettings.Networks ?? {})
    const address = networks.find(({ IPAddress }) => IPAddress !== '')?.IPAddress
    if (address === undefined) continue
    const seen = await probe(runtime, { address, port, signal })
    if (seen !== null) responses.push({ service, ...seen })
  }
  return responses
}

async function probe(
  runtime: Pick<Runtime, 'probe'>,
  { address, port, signal }: { address: string; port: number; signal: AbortSignal },
): Promise<Pick<OldResponse, 'status' | 'contentType'> | null> {
  const request = { type: 'http', address, port, path: '/', hostname: 'localhost', timeoutMs: probeMs } as const
  const result = await runtime.probe(request, { signal })
  if (!result.ok || result.status === null) return null
  const contentType = (result.headers?.['content-type'] ?? '').split(';')[0]?.trim().slice(0, 100) ?? ''
  return { status: result.status, contentType }
}

const StoredResponses = z.array(z.object({ service: z.string(), status: z.int(), contentType: z.string() }))

async function compareWithOld(
  tools: AdoptionTools,
  place: Parameters<AdoptStack['compare']>[0],
): Promise<readonly string[]> {
  const { organizationId, environmentId, serverId, context, services } = place
  const { signal } = context
  const row = await readAdoption(tools, place)
  if (row === undefined || !isOwnSwitch(row, place)) return []
  const before = StoredResponses.parse(row.responses)
  const after = await tools.runtimes.use(
    organizationId,
    serverId,
    async (runtime) => {
      const seen = new Map<string, Awaited<ReturnType<typeof probe>>>()
      for (const { name, address, port } of services) seen.set(name, await probe(runtime, { address, port, signal }))
      return seen
    },
    signal,
  )
  const { compared, failure, differences } = compareResponses(before, after)
  await save(place, (tx) => updateAdoption(tx, organizationId, environmentId, { compared }))
  if (failure !== null) throw new PermanentError('adoption_response_differs', failure)
  return differences
}

async function returnToOld(tools: AdoptionTools, place: BackPlace, row: AdoptionRow): Promise<void> {
  const { organizationId, environmentId, serverId, context } = place
  const { signal, run } = context
  const stack = FrozenStack.parse(row.stack)
  await onStackServer(tools, { organizationId, serverId, signal }, async ({ runtime, stacks }) => {
    await assertFence(runtime, environmentId, context)
    await startOld(stacks, stack, signal)
    await removeCopies({ runtime, mark: moveMark(run.id), signal })
  })
  context.record(async (tx) => {
    await updateAdoption(tx, organizationId, environmentId, { servedAt: null, copied: [] })
  })
}
