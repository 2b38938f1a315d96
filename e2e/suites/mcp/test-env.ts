/** An instance, a user with an environment on an unreachable server, and tokens for assistants. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientOptions, McpClient } from '../../support/cli/mcp-client.ts'
import { signUp } from '../../support/client.ts'
import { giveServer, makeEnvironment } from '../../support/fixtures.ts'
import { startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk, type ServersContext, serverEnvironment } from '../../support/servers.ts'
import type { Setting } from '../../support/setting.ts'

export const readScopes = [
  'projects:read', 'environments:read', 'deployments:read', 'variables:read', 'servers:read', 'domains:read',
  'backups:read', 'alerts:read', 'audit:read',
] as const // biome-ignore format: a list
export const writeScopes = [
  'projects:write',
  'deployments:write',
  'environments:write',
  'variables:write',
  'domains:write',
  'backups:write',
] as const

export interface McpTestEnv extends ServersContext, AsyncDisposable {
  readonly setting: Setting
  readonly environmentId: string
  readonly serverId: string
  /** Every assistant that was started. */
  readonly clients: readonly McpClient[]
  createToken(scopes: readonly string[]): Promise<{ id: string; token: string }>
  /** Starts the command with this token and initializes the session. */
  connect(token: string, options?: Pick<ClientOptions, 'args' | 'person'>): Promise<McpClient>
}

/** Offers every tool that the scopes allow, each after a confirmation. */
export const allowAll = ['--allow', 'write', '--allow', 'destroy'] as const
export const secretValue = 'xyzzy-open-sesame-4711'

export async function startMcpTestEnv(report: Report): Promise<McpTestEnv> {
  await using stack = new AsyncDisposableStack()
  const instance = stack.use(await startInstance({ environment: serverEnvironment }))
  const person = await signUp(instance)
  const { organizationId } = person
  const people = { viewer: person, developer: person, admin: person, owner: person }
  const setting: Setting = { instance, organizationId, people, spare: person }
  const context: ServersContext = { instance, report, person }
  const environmentId = await makeEnvironment(setting, 'shop')
  const serverId = await giveServer(setting, environmentId)
  const variables = [
    { key: 'API_KEY', value: secretValue },
    { key: 'LOG_LEVEL', value: 'info', secret: false },
  ]
  await mustAsk(context, 'POST', `/environments/${environmentId}/variables`, { variables })
  const folder = await mkdtemp(join(tmpdir(), 'longshore-mcp-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const base = { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  const clients: McpClient[] = []
  const owned = stack.move()
  return {
    ...context,
    setting,
    environmentId,
    serverId,
    clients,
    createToken: (scopes) => mustAsk(context, 'POST', '/api-tokens', { name: 'assistant', scopes }),
    async connect(token, options = {}) {
      const environment = { ...base, LONGSHORE_URL: instance.url, LONGSHORE_TOKEN: token }
      const client = owned.use(new McpClient({ environment, directory: folder, ...options }))
      clients.push(client)
      await client.greet()
      return client
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
