/** The archive of a volume into a volume that nobody uses yet, and what is in that then. By the Engine itself: nothing of it runs. */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { DumpContent, RowHash } from '../../databases/manifest.schemas.ts'
import { scanDump, type VolumeSite, volumeContainer } from '../../databases/worker.ts'
import { counted } from './copy-data.ts'

export interface FilesCopy {
  readonly runtime: Runtime & DataRuntime
  readonly site: VolumeSite
  /** Of the container. One for each run, so that a second try finds and ends the first. */
  readonly name: string
  readonly volume: string
  /** Of what the copy is compared with. Absent: that is new too. */
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

/** Through the scanner that made the manifest: names, rights, owners and content of all that is there. */
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
