/**
 * Copies the data of an environment from the old server to the new one, streaming through this worker without a file: a
 * database with a dump of its own tool into an engine without a network, the volume of an app with the Docker Engine's
 * archives. The result is read back and compared. Each copied volume is recorded, so that a worker that takes over
 * continues with the next.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { findDataVolume } from '../../workloads/index.ts'
import {
  type DataRuntimes,
  type LiveDatabases,
  labelNames,
  labelsOf,
  type MoveData,
  type MovedData,
  moveMark,
  restoreContainerName,
  volumeName,
} from '../../workloads/worker.ts'
import { fillFromBackup, type RecoveryTools } from '../recovery/restore-from-backups.remote.ts'
import { type CopyRoute, copyDatabase, copyFiles } from './copy-between-servers.remote.ts'
import { findOpenMove, updateMove } from './moves.repository.ts'
import { RecoveredData } from './moves.schemas.ts'

export interface MoveTools extends RecoveryTools {
  readonly runtimes: DataRuntimes
  readonly databases: LiveDatabases
}

export function createMoveData(tools: MoveTools): MoveData {
  return {
    async isRecovery({ organizationId, environmentId }) {
      const find = tools.database.tenant(organizationId, (tx) => findOpenMove(tx, organizationId, environmentId))
      return (await find)?.kind === 'recovery'
    },
    restore: (move) => restoreAll(tools, move),
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

async function restoreAll(tools: MoveTools, move: Parameters<MoveData['restore']>[0]): Promise<void> {
  const { organizationId, environmentId, toServerId, context } = move
  const { signal } = context
  const row = await tools.database.tenant(organizationId, (tx) => findOpenMove(tx, organizationId, environmentId))
  const chosen = RecoveredData.array().parse(row?.backups ?? [])
  const done = new Set(row?.copied ?? [])
  await tools.runtimes.use(
    organizationId,
    toServerId,
    async (to) => {
      const ours = await namesOf(to, moveLabel(move), signal)
      for (const data of move.data) {
        const volume = await nameOf(tools, move, data)
        const found = chosen.find((each) => each.serviceId === data.serviceId && each.volume === data.volume)
        const what = `${data.service}${data.volume === null ? '' : ` (${data.volume})`}`
        if (found?.backupId == null) {
          await move.writeLine(`${what} starts without its earlier data.`)
          continue
        }
        if (done.has(volume) && ours.has(volume)) continue
        const name = await prepareVolume(move, { data, volume, to, isOurs: ours.has(volume) })
        const { backupId } = found
        const access = async () =>
          (await tools.databases.open({ organizationId, environmentId }, data.serviceId)).access
        await fillFromBackup(tools, {
          ...{ runtime: to, organizationId, environmentId, data, backupId, volume, name, access, signal },
        })
        await recordCopied(move, volume)
        await move.writeLine(`${what} has its data as of ${found.dataAt ?? 'an unknown time'}.`)
      }
    },
    signal,
  )
}

async function readCopied({ database }: MoveTools, { organizationId, environmentId }: Move): Promise<Set<string>> {
  const row = await database.tenant(organizationId, (tx) => findOpenMove(tx, organizationId, environmentId))
  return new Set(row?.copied ?? [])
}

async function nameOf({ database }: MoveTools, { organizationId }: Target, data: MovedData): Promise<string> {
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
  const name = await prepareVolume(move, { data, volume: way.volume, to: way.to, isOurs })
  const place = { organizationId, environmentId }
  const whole: CopyRoute = { ...way, name, place, service, signal }
  await (data.kind === 'volume' ? copyFiles(whole) : copyDatabase(tools.databases, whole, data))
  await recordCopied(move, way.volume)
  await move.writeLine(`${data.service}${data.volume === null ? '' : ` (${data.volume})`} is on the new server.`)
}

type Target = Pick<Move, 'organizationId' | 'environmentId' | 'context'>

/** Creates the empty volume on the new server. Returns the name of the container that fills it. */
async function prepareVolume(
  move: Target,
  { data, volume, to, isOurs }: { data: MovedData; volume: string; to: Runtime; isOurs: boolean },
): Promise<string> {
  const { organizationId, environmentId, context } = move
  const { signal } = context
  const name = restoreContainerName(data.serviceId, context.run.id)
  await to.removeContainer(name, { signal })
  // A partial copy from an earlier attempt. Volumes that don't belong to this move aren't touched.
  if (isOurs) await to.removeVolume(volume, { signal })
  else await requireAbsent(to, move, volume)
  const service = { id: data.serviceId, name: data.service }
  const labels = { ...labelsOf({ organizationId, environmentId, service }), ...moveLabel(move) }
  await to.ensureVolume({ name: volume, labels }, { signal })
  return name
}

async function recordCopied({ organizationId, environmentId, context }: Target, copied: string): Promise<void> {
  await context.write(async (tx) => {
    const row = await findOpenMove(tx, organizationId, environmentId)
    if (row !== undefined) await updateMove(tx, organizationId, { id: row.id, copied })
  })
}

async function requireAbsent(to: Runtime, { environmentId, context }: Target, volume: string): Promise<void> {
  const known = await namesOf(to, { [labelNames.environment]: encodeId('env', environmentId) }, context.signal)
  if (!known.has(volume)) return
  throw new PermanentError('move_target_has_data', `The volume ${volume} already exists on the new server.`)
}

async function namesOf(runtime: Runtime, labels: Record<string, string>, signal: AbortSignal): Promise<Set<string>> {
  return new Set((await runtime.listVolumes(labels, { signal })).map(({ name }) => name))
}

function moveLabel({ context }: { context: Pick<Move['context'], 'run'> }): Record<string, string> {
  return { [labelNames.move]: moveMark(context.run.id) }
}
