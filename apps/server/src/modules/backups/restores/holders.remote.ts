/**
 * The holder of the data that a restore replaces: a database, or an app with a volume. The steps use only this
 * interface.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Run, StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { type EngineImage, type LiveDatabase, type LiveVolume, versionOf } from '../../workloads/worker.ts'
import { siteOf } from '../engines/dump-containers.remote.ts'
import type { DumpContent, Manifest } from '../engines/manifest.schemas.ts'
import { canTake } from './capacity.policy.ts'
import { type Copy, fillVolume, readVolume } from './copy-data.remote.ts'
import { fillFiles, readFiles } from './copy-files.remote.ts'
import type { RestoreRow } from './restores.repository.ts'
import { loadRestore, type RestoreTools, type Subject, subjectOf } from './workflow/restore.context.ts'

export type HolderCopy = Omit<Copy, 'site'> & { readonly engine: EngineImage }

export type FollowContext = Pick<
  StepContext<{ environmentId: Id<'env'>; restoreId?: Id<'rst'> }>,
  'run' | 'signal' | 'fence'
>

export interface Holder {
  readonly serverId: Id<'srv'>
  /** Image that the copy is created with. */
  imageOf(runtime: Runtime & DataRuntime, signal: AbortSignal): Promise<EngineImage>
  /** Throws if it can't accept the backup's data. */
  requireFit(manifest: Manifest, engine: EngineImage): void
  /** Returns the volume's name on the server. */
  ensureVolume(runtime: Runtime, volume: string, signal: AbortSignal): Promise<string>
  /** The volume must be new and empty. */
  fill(copy: HolderCopy, content: AsyncIterable<Buffer>, onBytes: (bytes: number) => Promise<void>): Promise<void>
  read(copy: HolderCopy): Promise<DumpContent>
  /**
   * Runs with this volume, which the row names, when it returns. The previous container is stopped first, with enough
   * time to write its data.
   */
  startWith(context: FollowContext, runtime: Runtime, at: EngineImage & { volume: string }): Promise<void>
}

export interface HolderTarget {
  readonly row: RestoreRow
  readonly holder: Holder
  readonly runtime: Runtime & DataRuntime
}

/** Runs `work` on the server that has the data. */
export async function onHolder<Result>(
  tools: RestoreTools,
  context: { run: Run<{ environmentId: string; restoreId?: string }>; signal: AbortSignal },
  work: (place: HolderTarget) => Promise<Result>,
): Promise<Result> {
  const subject = subjectOf(context)
  const row = await loadRestore(tools, subject)
  const holder = await openHolder(tools, subject, { serviceId: row.service_id, volume: row.volume })
  const { organizationId } = subject
  const use = (runtime: Runtime & DataRuntime) => work({ row, holder, runtime })
  return await tools.runtimes.use(organizationId, holder.serverId, use, context.signal)
}

export async function openHolder(
  tools: Pick<RestoreTools, 'databases' | 'volumes'>,
  place: Pick<Subject, 'organizationId' | 'environmentId'>,
  { serviceId, volume }: { serviceId: Id<'svc'>; volume: string | null },
): Promise<Holder> {
  return volume === null
    ? databaseHolder(tools, await tools.databases.open(place, serviceId))
    : volumeHolder(tools, await tools.volumes.open(place, serviceId))
}

function databaseHolder({ databases }: Pick<RestoreTools, 'databases'>, live: LiveDatabase): Holder {
  const copyOf = ({ engine, ...copy }: HolderCopy): Copy => ({ ...copy, site: siteOf(live, engine) })
  return {
    serverId: live.serverId,
    imageOf: (runtime, signal) => databases.imageOf(runtime, live, signal),
    requireFit({ engine, engineVersion }, { reference }) {
      const running = versionOf(reference)
      if (canTake(engine, running, engineVersion)) return
      const text = `The backup is of version ${engineVersion}, and ${live.service.name} runs ${running}.`
      throw new PermanentError('backup_version_mismatch', text)
    },
    ensureVolume: (runtime, volume, signal) => databases.ensureVolume(runtime, live, volume, signal),
    fill: (copy, content, onBytes) => fillVolume(copyOf(copy), content, onBytes),
    read: (copy) => readVolume(copyOf(copy)),
    startWith: ({ signal }, runtime, at) => databases.startWith(runtime, live, at, signal),
  }
}

function volumeHolder({ volumes }: Pick<RestoreTools, 'volumes'>, of: LiveVolume): Holder {
  const copyOf = ({ engine, ...copy }: HolderCopy) => ({ ...copy, site: { ...of, image: engine.image } })
  return {
    serverId: of.serverId,
    // Nothing of it is executed, and our own image is on every server.
    imageOf: async (runtime, signal) => ({ image: await runtime.ensureOwnImage({ signal }), reference: 'volume' }),
    requireFit: () => undefined,
    ensureVolume: (runtime, volume, signal) => volumes.ensureVolume(runtime, of, volume, signal),
    fill: (copy, content, onBytes) => fillFiles(copyOf(copy), content, onBytes),
    read: (copy) => readFiles(copyOf(copy)),
    startWith: (context, runtime) => volumes.follow(context, runtime, of),
  }
}
