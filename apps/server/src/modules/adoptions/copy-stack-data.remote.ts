/**
 * Copies the data of old containers into new volumes, streaming through this worker without a file. The Docker Engine
 * reads and writes it, so no program of an image runs, and the old data is never opened for writing.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { ForeignStacks } from '@longshore/remote/stacks'
import type { OrganizationId } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { compareContent, scanDump, volumeContainer } from '../backups/worker.ts'
import { labelNames, labelsOf, restoreContainerName, volumeName } from '../workloads/worker.ts'
import type { CopyEvidence } from './adoptions.schemas.ts'
import type { FrozenStack } from './frozen-stack.schemas.ts'

export interface CopyPlace {
  readonly runtime: Runtime & DataRuntime
  readonly stacks: ForeignStacks
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly runId: Id<'run'>
  /** Marks the volumes of this copy. */
  readonly mark: string
  readonly signal: AbortSignal
}

type Data = FrozenStack['data'][number]

/** The old containers must be stopped. A partial copy of an earlier attempt is replaced. */
export async function copyData(place: CopyPlace, data: Data, serviceId: Id<'svc'>): Promise<CopyEvidence> {
  const { runtime, stacks, organizationId, environmentId, signal } = place
  const service = { id: serviceId, name: data.service }
  const volume = volumeName(serviceId, data.volume)
  const name = restoreContainerName(serviceId, place.runId)
  await runtime.removeContainer(name, { signal })
  await removeCopy(place, volume)
  const labels = { ...labelsOf({ organizationId, environmentId, service }), [labelNames.move]: place.mark }
  await runtime.ensureVolume({ name: volume, labels }, { signal })
  const image = await runtime.ensureOwnImage({ signal })
  const folder = `/${lastPart(data.path)}`
  const spec = {
    ...volumeContainer({ organizationId, environmentId, service, image }, { name, volume }),
    // The archive of a folder begins with its name.
    volumes: [{ name: volume, path: folder }],
  }
  const sent = scanDump('volume', await stacks.readFolder(data.containerId, data.path, { signal }))
  await runtime.writeVolume(spec, { signal, input: sent.through })
  if (!sent.facts().hasEndMarker) throw new Error(`the archive of ${data.source} broke off`)
  const arrived = await runtime.readVolume(spec, {
    signal,
    async use(archive) {
      const scan = scanDump('volume', archive)
      for await (const _ of scan.through);
      return scan.content()
    },
  })
  const [difference] = compareContent(sent.content(), arrived)
  if (difference !== undefined) throw new PermanentError('adoption_data_differs', `${data.service}: ${difference}`)
  const [files] = arrived.tables
  return { service: data.service, volume: data.volume, entries: arrived.entries ?? 0, digest: files?.digest ?? '' }
}

/** Reads all data once and returns its size. Files can change meanwhile, so what was read isn't kept. */
export async function measureData(
  { stacks, signal }: Pick<CopyPlace, 'stacks' | 'signal'>,
  data: Data,
): Promise<number> {
  let bytes = 0
  for await (const chunk of await stacks.readFolder(data.containerId, data.path, { signal }))
    bytes += Buffer.byteLength(chunk)
  return bytes
}

/** Removes only volumes that this adoption created. */
export async function removeCopies(place: Pick<CopyPlace, 'runtime' | 'mark' | 'signal'>): Promise<void> {
  for (const name of await listCopies(place)) await place.runtime.removeVolume(name, { signal: place.signal })
}

async function removeCopy(place: CopyPlace, volume: string): Promise<void> {
  if ((await listCopies(place)).has(volume)) await place.runtime.removeVolume(volume, { signal: place.signal })
}

export async function listCopies({
  runtime,
  mark,
  signal,
}: Pick<CopyPlace, 'runtime' | 'mark' | 'signal'>): Promise<Set<string>> {
  const found = await runtime.listVolumes({ [labelNames.move]: mark }, { signal })
  return new Set(found.map(({ name }) => name))
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? 'data'
}
