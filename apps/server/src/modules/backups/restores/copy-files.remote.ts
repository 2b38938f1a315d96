/**
 * Unpacks the archive of a volume into an unused one, and reads back its content. The Docker Engine does it; none of
 * the files is executed.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type VolumeSite, volumeContainer } from '../engines/dump-containers.remote.ts'
import type { DumpContent, RowHash } from '../engines/manifest.schemas.ts'
import { scanDump } from '../engines/scan/scan-dump.policy.ts'
import { counted } from './copy-data.remote.ts'

export interface FilesCopy {
  readonly runtime: Runtime & DataRuntime
  readonly site: VolumeSite
  /** Name of the container. The same in each attempt of a run, so that a second attempt finds and ends the first. */
  readonly name: string
  readonly volume: string
  /** Row hash of the data to compare with. Absent: that is new too. */
  readonly rowHash?: RowHash
  readonly signal: AbortSignal
}

/** The volume must be new and empty. */
export async function fillFiles(
  { runtime, site, name, volume, signal }: FilesCopy,
  content: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => Promise<void>,
): Promise<void> {
  await runtime.writeVolume(volumeContainer(site, { name, volume }), { signal, input: counted(content, onBytes) })
}

/** Reads through the scanner that created the manifest: names, permissions, owners and content of all files. */
export async function readFiles({ runtime, site, name, volume, rowHash, signal }: FilesCopy): Promise<DumpContent> {
  const scan = await runtime.readVolume(volumeContainer(site, { name, volume }), {
    signal,
    async use(archive) {
      const scanned = scanDump('volume', archive, rowHash)
      for await (const _ of scanned.through);
      return scanned
    },
  })
  if (!scan.facts().hasEndMarker)
    throw new PermanentError('restore_refused', "The copy couldn't be read back completely.")
  return scan.content()
}
