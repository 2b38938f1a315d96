/** Servers through the API, as a client uses them: register, wait for a state, follow tasks and events. */
import type { Server, ServerTask } from '@longshore/sdk'
import type { Target, TargetUser } from '../fixtures/target.ts'
import { type Answer, callAs, type SignedIn } from './client.ts'
import { eventually } from './eventually.ts'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import type { ResponseView } from './response-view.ts'

/** Targets are on loopback and on the engine's network. */
export const serverEnvironment = {
  SSH_ALLOW: '127.0.0.0/8:12000-32000,[::1]:12000-32000,private',
  API_REQUESTS_PER_MINUTE: '1000000',
}

export interface ServersContext {
  readonly instance: Instance
  readonly report: Report
  readonly person: SignedIn
}

const stateTimeoutMs = 240_000

export async function ask<Body = ResponseView>(
  context: ServersContext,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<Body>> {
  return await callAs<Body>(context.instance, context.person, { method, path, body })
}

/** Sends a request that must succeed. */
export async function mustAsk<Body = ResponseView>(
  context: ServersContext,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await ask<Body>(context, method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** The registration of a target for one of its users, with the fixture's key. */
export function bodyFor(target: Pick<Target, 'host' | 'port' | 'keys'>, username: TargetUser): Record<string, unknown> {
  const { privateKey } = target.keys[username]
  return { name: `${username} on ${target.port}`, host: target.host, port: target.port, username, privateKey }
}

/** Registers it and waits until the first contact is over. */
export async function register(context: ServersContext, body: Record<string, unknown>): Promise<Server> {
  const created = await mustAsk<Server>(context, 'POST', '/servers', body)
  return await waitForServer(context, created.id, (server) => server.status === 'ready')
}

export async function waitForServer(
  context: ServersContext,
  id: string,
  holds: (server: Server) => boolean,
  timeoutMs = stateTimeoutMs,
): Promise<Server> {
  const read = () => mustAsk<Server>(context, 'GET', `/servers/${id}`)
  return await eventually('the server has the expected state', read, { holds, withinMs: timeoutMs })
}

export async function waitForStatus(context: ServersContext, id: string, status: string): Promise<Server> {
  return await waitForServer(context, id, (server) => server.status === status)
}

/** Starts a task on a server and waits for its end, whatever the result. */
export async function runTask(context: ServersContext, id: string, work: string, body?: unknown): Promise<ServerTask> {
  const task = await mustAsk<ServerTask>(context, 'POST', `/servers/${id}/${work}`, body)
  return await waitForTask(context, id, task.id)
}

export async function waitForTask(
  context: ServersContext,
  id: string,
  taskId: string,
  timeoutMs = stateTimeoutMs,
): Promise<ServerTask> {
  const read = () => mustAsk<ServerTask>(context, 'GET', `/servers/${id}/tasks/${taskId}`)
  return await eventually('the task ends', read, { holds: (task) => task.finishedAt !== null, withinMs: timeoutMs })
}

/** Deletes it without the trash, so that nothing of it stays on the target, and waits until it is removed. */
export async function removeServer(context: ServersContext, id: string, query = ''): Promise<void> {
  const answer = await ask(context, 'DELETE', `/servers/${id}${query === '' ? '?' : `${query}&`}permanent=true`)
  if (answer.status !== 202) throw new Error(`delete: ${answer.status} ${answer.text}`)
  await waitUntilGone(context, id)
}

export async function waitUntilGone(context: ServersContext, id: string, timeoutMs = stateTimeoutMs): Promise<void> {
  const isGone = async () => (await ask(context, 'GET', `/servers/${id}`)).status === 404
  await eventually('the server is deleted', isGone, { withinMs: timeoutMs })
}

/** Cleans up after an aborted topic, so that the next one starts without servers. */
export async function removeAllServers(context: ServersContext): Promise<void> {
  const listed = await mustAsk(context, 'GET', '/servers?limit=100')
  for (const server of listed.items) {
    await ask(context, 'DELETE', `/servers/${server.id}?force=true&permanent=true`)
    await waitUntilGone(context, server.id)
  }
}
