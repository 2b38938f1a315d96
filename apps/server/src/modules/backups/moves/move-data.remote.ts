/**
 * Copies the data of an environment from the old server to the new one, streaming through this worker without a file: a
 * database with a dump of its own tool into an engine without a network, the volume of an app with the Docker Engine's
 * archives. The result is read back and compared. Each copied volume is recorded, so that a worker that takes over
 * continues with the next.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { Database } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { findDataVolume } from '../../workloads/index.ts'
import {
  type DataRuntimes,
  type LiveDatabases,
  labelNames,
  labelsOf,
  type MoveData,
  type MovedData,
  restoreContainerName,
  volumeName,
} from '../../workloads/worker.ts'
import { type CopyRoute, copyDatabase, copyFiles } from './copy-between-servers.remote.ts'
import { findOpenMove, updateMove } from './moves.repository.ts'

export interface MoveTools {
  readonly database: Database
  readonly runtimes: DataRuntimes
  readonly databases: LiveDatabases
}

export function createMoveData(tools: MoveTools): MoveData {
  return {
    async copy(move) {
      const { organizationId, environmentId, fromServerId, toServerId, context } = move
      const done = await readCopied(tools, move)
      await tools.runtimes.use(
        organizationId,
        fromServerId,
        (from) =>
          tools.runtimes.use(
            organizationId,
            toServerId,
            async (to) => {
              const labels = { [labelNames.environment]: encodeId('env', environmentId) }
              const there = await namesOf(from, labels, context.signal)
              const ours = await namesOf(to, moveLabel(move), context.signal)
              for (const data of move.data) {
                const volume = await nameOf(tools, move, data)
                // A service that never ran there has no data.
                if (!there.has(volume) || (done.has(volume) && ours.has(volume))) continue
                await copyOne(tools, move, { data, volume, from, to, isOurs: ours.has(volume) })
              }
            },
            context.signal,
          ),
        context.signal,
      )
    },
    async discard(move) {
      const { organizationId, toServerId, context } = move
      const { signal } = context
      await tools.runtimes.use(
        organizationId,
        toServerId,
        async (to) => {
          const ours = await namesOf(to, moveLabel(move), signal)
          if (ours.size === 0) return
          const labels = { [labelNames.environment]: encodeId('env', move.environmentId) }
          for (const { name, volumes = [] } of await to.listContainers(labels, { signal }))
            if (volumes.some((each) => ours.has(each))) await to.removeContainer(name, { signal })
          for (const name of ours) await to.removeVolume(name, { signal })
        },
        signal,
      )
    },
  }
}

type Move = Parameters<MoveData['copy']>[0]

async function readCopied({ database }: MoveTools, { organizationId, environmentId }: Move): Promise<Set<string>> {
  const row = await database.tenant(organizationId, (tx) => findOpenMove(tx, organizationId, environmentId))
  return new Set(row?.copied ?? [])
}

async function nameOf({ database }: MoveTools, { organizationId }: Move, data: MovedData): Promise<string> {
  const { serviceId, volume: name } = data
  const used = await database.tenant(organizationId, (tx) => findDataVolume(tx, organizationId, { serviceId, name }))
  return volumeName(serviceId, used)
}

async function copyOne(
  tools: MoveTools,
  move: Move,
  { data, isOurs, ...way }: { data: MovedData; isOurs: boolean } & Pick<CopyRoute, 'volume' | 'from' | 'to'>,
): Promise<void> {
  const { organizationId, environmentId, context } = move
  const { signal } = context
  const service = { id: data.serviceId, name: data.service }
  const name = restoreContainerName(data.serviceId, context.run.id)
  await way.to.removeContainer(name, { signal })
  // A partial copy from an earlier attempt. Volumes that don't belong to this move aren't touched.
  if (isOurs) await way.to.removeVolume(way.volume, { signal })
  else await requireAbsent(way.to, move, way.volume)
  const labels = { ...labelsOf({ organizationId, environmentId, service }), ...moveLabel(move) }
  await way.to.ensureVolume({ name: way.volume, labels }, { signal })
  const place = { organizationId, environmentId }
  const whole: CopyRoute = { ...way, name, place, service, signal }
  await (data.kind === 'volume' ? copyFiles(whole) : copyDatabase(tools.databases, whole, data))
  await context.write(async (tx) => {
    const row = await findOpenMove(tx, organizationId, environmentId)
    if (row !== undefined) await updateMove(tx, organizationId, { id: row.id, copied: way.volume })
  })
  await move.writeLine(`${data.service}${data.volume === null ? '' : ` (${data.volume})`} is on the new server.`)
}

async function requireAbsent(to: Runtime, { environmentId, context }: Move, volume: string): Promise<void> {
  const known = await namesOf(to, { [labelNames.environment]: encodeId('env', environmentId) }, context.signal)
  if (!known.has(volume)) return
  throw new PermanentError('move_target_has_data', `The volume ${volume} already exists on the new server.`)
}

async function namesOf(runtime: Runtime, labels: Record<string, string>, signal: AbortSignal): Promise<Set<string>> {
  return new Set((await runtime.listVolumes(labels, { signal })).map(({ name }) => name))
}

function moveLabel({ context }: { context: Pick<Move['context'], 'run'> }): Record<string, string> {
  return { [labelNames.move]: encodeId('dep', brandId<'dep'>(context.run.id)) }
}
