/** Sets up the notification channel and the backups of a new environment. Returns false if something failed. */
import { createConnector, listConnectors, replaceConnectorLinks, updateBackupConfig } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { sessionStore } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import type { FinalizeValues } from './finalize-values.ts'
import { emailMe, hasData } from './follow-up-choice.ts'
import { usualLinkEvents } from './link-events.ts'

interface Created {
  projectId: string
  environmentId: string
}

export function useFollowUp() {
  const create = useAction(createConnector, { refreshes: [listConnectors] })
  const link = useAction(replaceConnectorLinks)
  const backUp = useAction(updateBackupConfig)
  const channelId = async (channel: string): Promise<string | undefined> => {
    if (channel !== emailMe) return channel
    const address = sessionStore.get().user?.email ?? ''
    const name = text.finalize.followUp.emailName(address)
    return (await create.run({ body: { kind: 'email', name, config: { to: address } } }))?.id
  }
  const notify = async (channel: string, projectId: string): Promise<boolean> => {
    const connectorId = await channelId(channel)
    if (connectorId === undefined) return false
    const body = { links: [{ connectorId, events: [...usualLinkEvents] }] }
    return (await link.run({ projectId, body })) !== undefined
  }
  return async ({ channel, store, services }: FinalizeValues, { projectId, environmentId }: Created) => {
    const isNotified = channel === '' || (await notify(channel, projectId))
    if (store === '' || !hasData(services)) return isNotified
    const saved = await backUp.run({ id: environmentId, body: { enabled: true, destination: { id: store } } })
    return isNotified && saved !== undefined
  }
}
