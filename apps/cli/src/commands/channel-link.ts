/** Sends the events of a project to a notification channel. */
import type { Connector, ConnectorLink } from '@longshore/sdk'
import { getConnectorLinks, replaceConnectorLinks } from '@longshore/sdk/operations'
import { ConnectorLink as linkSchema } from '@longshore/sdk/schemas'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findChannel } from '../connection/find-channel.ts'
import { findEnvironment, findProject } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

type ProjectEvent = ConnectorLink['events'][number]

const projectEvents = linkSchema.properties?.events?.items?.enum ?? []
const severities = ['info', 'warning', 'critical'] as const
/** Events that need someone to act, for a channel that has no choice of its own. */
const importantEvents: readonly ProjectEvent[] = [
  'deployment_failed',
  'deployment_not_started',
  'job_failed',
  'backup_failed',
  'backup_proof_failed',
  'backup_missing',
  'restore_failed',
  'drill_failed',
  'recovery_target_missed',
  'certificate_failed',
  'domain_failed',
  'alert_raised',
  'alert_cleared',
]

export const channelLink = defineCommand({
  path: 'channel link',
  summary: 'Send the events of a project to a notification channel.',
  arguments: [
    { name: 'CHANNEL', summary: 'Notification channel: name or ID.' },
    { name: 'PROJECT', summary: 'Project name or ID.' },
  ],
  options: {
    event: {
      type: 'string',
      multiple: true,
      value: 'EVENT',
      summary:
        "Event to send, such as deployment_failed (default: the channel's own choice, or all failures and alerts).",
    },
    environment: { type: 'string', multiple: true, value: 'NAME', summary: 'Only this environment (default: all).' },
    'min-severity': {
      type: 'string',
      value: 'LEVEL',
      choices: severities,
      summary: 'Least important events to send: info, warning, or critical.',
    },
  },
  examples: ['longshore channel link ops shop', 'longshore channel link ops shop --event deployment_failed'],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const [channelName = '', projectName = ''] = input.positionals
    const channel = await findChannel(client, channelName)
    const project = await findProject(connection, projectName)
    const environments: string[] = []
    for (const name of input.list('environment')) {
      const asked = name.startsWith('env_') ? name : `${project.slug}/${name}`
      environments.push((await findEnvironment(context, connection, asked)).id)
    }
    const link: ConnectorLink = {
      connectorId: channel.id,
      events: eventsOf(channel, input.list('event')),
      environments: environments.length === 0 ? null : environments,
      minSeverity: severities.find((each) => each === input.text('min-severity')),
    }
    const { links } = await client.call(getConnectorLinks, { projectId: project.id })
    const others = links.filter(({ connectorId }) => connectorId !== channel.id)
    const body = { links: [...others, link] }
    const saved = await client.call(replaceConnectorLinks, { projectId: project.id, body })
    context.output.show(saved, () => [`${channel.name} now sends the events of ${project.name}.`])
    return 0
  },
})

function eventsOf({ projectEvents: own }: Connector, asked: readonly string[]): ProjectEvent[] {
  const chosen = asked.length === 0 ? own : asked
  if (chosen.length === 0) return [...importantEvents]
  const unknown = chosen.find((each) => !isEvent(each))
  if (unknown !== undefined)
    throw new CliError('usage', `Unknown event “${unknown}”.`, `Available: ${projectEvents.join(', ')}.`)
  return chosen.filter(isEvent)
}

function isEvent(text: string): text is ProjectEvent {
  return projectEvents.includes(text)
}
