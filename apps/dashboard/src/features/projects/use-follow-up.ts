/** Sets up the notification channel and the backups of a new environment. Returns false if something failed. */
import {
  createConnector,
  getConnector,
  listConnectors,
  replaceConnectorLinks,
  updateBackupConfig,
} from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { sessionStore } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import type { FinalizeValues } from './finalize-values.ts'
import { coversProjects, emailMe, hasData } from './follow-up-choice.ts'
import { usualLinkEvents } from './link-events.ts'

interface Created {
  projectId: string
  environmentId: string
}

export function useFollowUp() {
  const create = useAction(createConnector, { refreshes: [listConnectors] })
  const read = useAction(getConnector)
  const link = useAction(replaceConnectorLinks)
  const backUp = useAction(updateBackupConfig)
  /** The person's own channel is for all their projects, so that the next one needs no setup. */
  const createMine = async (): Promise<boolean> => {
    const address = sessionStore.get().user?.email ?? ''
    const name = text.finalize.followUp.emailName(address)
    const projectEvents = [...usualLinkEvents]
    return (await create.run({ body: { kind: 'email', name, config: { to: address }, projectEvents } })) !== undefined
  }
  const notify = async (channel: string, projectId: string): Promise<boolean> => {
    if (channel === emailMe) return await createMine()
    const known = await read.run({ id: channel })
    if (known !== undefined && coversProjects(known)) return true
    const body = { links: [{ connectorId: channel, events: [...usualLinkEvents] }] }
    return (await link.run({ projectId, body })) !== undefined
  }
  return async ({ channel, store, services }: FinalizeValues, { projectId, environmentId }: Created) => {
    const isNotified = channel === '' || (await notify(channel, projectId))
    if (store === '' || !hasData(services)) return isNotified
    const saved = await backUp.run({ id: environmentId, body: { enabled: true, destination: { id: store } } })
    return isNotified && saved !== undefined
  }
}
