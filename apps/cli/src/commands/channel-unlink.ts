import { getConnectorLinks, replaceConnectorLinks } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findChannel } from '../connection/find-channel.ts'
import { findProject } from '../connection/find-environment.ts'

export const channelUnlink = defineCommand({
  path: 'channel unlink',
  summary: 'Stop sending the events of a project to a notification channel.',
  arguments: [
    { name: 'CHANNEL', summary: 'Notification channel: name or ID.' },
    { name: 'PROJECT', summary: 'Project name or ID.' },
  ],
  async run(context, { positionals: [channelName = '', projectName = ''] }) {
    const connection = await connect(context)
    const { client } = connection
    const channel = await findChannel(client, channelName)
    const { id: projectId, name } = await findProject(connection, projectName)
    const { links } = await client.call(getConnectorLinks, { projectId })
    const others = links.filter(({ connectorId }) => connectorId !== channel.id)
    const saved = await client.call(replaceConnectorLinks, { projectId, body: { links: others } })
    context.output.show(saved, () => [`${channel.name} no longer sends the events of ${name}.`])
    return 0
  },
})
