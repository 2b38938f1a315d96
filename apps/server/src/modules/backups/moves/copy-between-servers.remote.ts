/**
 * Copies one database, or one volume of an app, between servers in one stream; the result is read back there and
 * compared.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { databaseContainerName, type LiveDatabases } from '../../workloads/worker.ts'
import { abortOnRestart } from '../archives/abort-on-restart.remote.ts'
import { compareContent } from '../engines/compare-content.policy.ts'
import { dumpContainer, siteOf, volumeContainer } from '../engines/dump-containers.remote.ts'
import type { DumpContent } from '../engines/manifest.schemas.ts'
import { scanDump } from '../engines/scan/scan-dump.policy.ts'
import { fillVolume, readVolume } from '../restores/copy-data.remote.ts'
import { fillFiles, readFiles } from '../restores/copy-files.remote.ts'

export interface CopyRoute {
  readonly from: Runtime & DataRuntime
  readonly to: Runtime & DataRuntime
  /** Volume name on both servers; new and empty on the target. */
  readonly volume: string
  /** Name prefix of the containers that copy. */
  readonly name: string
  readonly place: { readonly organizationId: OrganizationId; readonly environmentId: Id<'env'> }
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
  readonly signal: AbortSignal
}

const tailLength = 4_000

export async function copyFiles({ from, to, volume, name, place, service, signal }: CopyRoute): Promise<void> {
  const site = { ...place, service }
  const source = { ...site, image: await from.ensureOwnImage({ signal }) }
  const copy = { runtime: to, site: { ...site, image: await to.ensureOwnImage({ signal }) }, name, volume, signal }
  const sent = await from.readVolume(volumeContainer(source, { name, volume }), {
    signal,
    async use(archive) {
      const scan = scanDump('volume', archive)
      await fillFiles(copy, scan.through, async () => undefined)
      return scan
    },
  })
  if (!sent.facts().hasEndMarker) throw new Error(`the archive of ${volume} broke off`)
  requireSame(service.name, sent.content(), await readFiles(copy))
}

export async function copyDatabase(
  databases: LiveDatabases,
  { from, to, volume, name, place, service, signal }: CopyRoute,
  { reference }: { reference: string },
): Promise<void> {
  const live = await databases.open(place, service.id)
  const engine = await databases.imageOf(from, live, signal)
  const taker = await databases.obtainImage(to, { organizationId: place.organizationId, reference }, signal)
  const copy = { runtime: to, site: siteOf(live, taker), name, volume, signal }
  const container = databaseContainerName(service.id)
  // A user may have stopped it manually; its data is still needed.
  await from.restartStopped(container, { signal })
  let refusal: { error: unknown } | undefined
  const end = await abortOnRestart(from, { name: container, signal }, (watched) =>
    from.runPiped(dumpContainer(siteOf(live, engine), { name }), {
      signal: watched,
      async use(output) {
        const scan = scanDump(live.service.kind, output)
        await fillVolume(copy, scan.through, async () => undefined).catch((error: unknown) => {
          refusal = { error }
        })
        return scan
      },
    }),
  )
  // Report first why it wasn't sent completely: the receiver refuses half a dump.
  if (end.exitCode !== 0 && refusal === undefined)
    throw new PermanentError('move_dump_failed', `The tool of ${service.name} ended with exit code ${end.exitCode}.`, {
      details: { exitCode: end.exitCode, logTail: end.errors.slice(-tailLength) },
    })
  if (refusal !== undefined) throw refusal.error
  if (!end.result.facts().hasEndMarker) throw new Error(`the dump of ${service.name} broke off`)
  requireSame(service.name, end.result.content(), await readVolume(copy))
}

function requireSame(service: string, sent: DumpContent, arrived: DumpContent): void {
  const differences = compareContent(sent, arrived)
  if (differences.length === 0) return
  throw new PermanentError('move_data_differs', `${service}: ${differences.slice(0, 5).join(' ')}`)
}
