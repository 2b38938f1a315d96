/** Worker side of the compose file: it alone opens the saved text, and reads edited text in the analyzer's sandbox. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { handleCall, handleStream, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { SecretReleases } from '../../audit/index.ts'
import { encryptTo } from '../../environments/worker.ts'
import { openCompose, readComposeText } from '../read-compose.remote.ts'
import type { SourceWork } from '../source-work.remote.ts'
import { bytesOf } from './analyze-repo.call.ts'
import { compareCompose, readCompose, revealCompose } from './compose-file.definition.ts'

type ComposeWork = Pick<SourceWork, 'database' | 'unsealer' | 'callLimit'>

export function createComposeFileCalls(
  work: ComposeWork,
  releases: SecretReleases = new SecretReleases(work.database),
): LinkHandler[] {
  return [
    handleStream(compareCompose, async ({ environmentId, compose }, { organizationId, signal }) => {
      const saved = await openCompose(work, { organizationId: required(organizationId), environmentId })
      return await work.callLimit(async () => {
        signal.throwIfAborted()
        const options = { signal, composeProfiles: saved.composeProfiles }
        const base = await readComposeText(saved.text, options)
        const next = await readComposeText(compose, options)
        return { head: { composeFileId: saved.composeFileId }, body: bytesOf({ base, next }) }
      })
    }),
    handleStream(readCompose, async ({ compose, composeProfiles }, { signal }) =>
      work.callLimit(async () => {
        signal.throwIfAborted()
        return { head: {}, body: bytesOf(await readComposeText(compose, { signal, composeProfiles })) }
      }),
    ),
    handleCall(revealCompose, async ({ environmentId, recipient }, { organizationId: given, actorId }) => {
      const organizationId = required(given)
      const { text } = await openCompose(work, { organizationId, environmentId })
      await releases.record(organizationId, { targetKind: 'environment', targetId: environmentId, actorId, recipient })
      return { ciphertext: await encryptTo(recipient, text.reveal()) }
    }),
  ]
}

function required(organizationId: OrganizationId | null): OrganizationId {
  if (organizationId === null) throw new RefusedError('invalid_arguments')
  return organizationId
}
