/** Removes what a reader had. A server and a hostname belong to one organization, and the next reader has the same ones. */
import { eventually } from '../eventually.ts'
import { ask, mustAsk, type ServersContext, waitUntilGone } from '../servers.ts'

const waitMs = 240_000

export async function leaveInstance(context: ServersContext): Promise<void> {
  const { items: projects } = await mustAsk(context, 'GET', '/projects?limit=100')
  for (const { id } of projects) await deleteProject(context, id)
  const { items: servers } = await mustAsk(context, 'GET', '/servers?limit=100')
  for (const { id } of servers) {
    await mustAsk(context, 'DELETE', `/servers/${id}?force=true&removeProxy=true&permanent=true`)
    await waitUntilGone(context, id)
  }
}

/** A deployment that still runs blocks the deletion. */
async function deleteProject(context: ServersContext, id: string): Promise<void> {
  const start = () => ask(context, 'DELETE', `/projects/${id}?force=true&backups=delete&permanent=true`)
  await eventually('the deletion starts', start, {
    holds: ({ status }) => status < 300 || status === 404,
    withinMs: waitMs,
  })
  const read = () => ask(context, 'GET', `/projects/${id}`)
  await eventually('the project is deleted', read, { holds: ({ status }) => status === 404, withinMs: waitMs })
}
