/** Tools for recoveries: whether the environment of a lost server can be rebuilt elsewhere, drills, and the recovery itself. */
import type { Recovery } from '@longshore/sdk'
import { getRecovery, listDrills, recoverEnvironment, startDrill } from '@longshore/sdk/operations'
import { findServer } from '../connection/find-server.ts'
import { formatDuration } from '../terminal/format.ts'
import { describeEnvironment, describePermissions } from './describe-environment.ts'
import { quote } from './quote.ts'
import { type ChangeTool, environmentProperty, limitProperty, type ReadTool } from './tool.ts'

const changeNeeds = [...describePermissions, 'servers:read', 'environments:write'] as const

export const recoveryReadTools: readonly ReadTool[] = [
  {
    name: 'get_recovery',
    kind: 'read',
    description:
      'What happens if the server of an environment is lost: whether the environment can be rebuilt from backups, what prevents it, how long it takes, how much data is lost, and the last drill.',
    needs: ['environments:read'],
    operations: [getRecovery],
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(getRecovery, { id: (await environment()).id }),
  },
  {
    name: 'list_drills',
    kind: 'read',
    description: 'Recovery drills of an environment with their result and figures, newest first.',
    needs: ['environments:read'],
    operations: [listDrills],
    properties: { ...environmentProperty, ...limitProperty },
    run: async ({ client, environment, number }) =>
      client.call(listDrills, { id: (await environment()).id, limit: number('limit') }),
  },
]

export const recoveryChangeTools: readonly ChangeTool[] = [
  {
    name: 'start_drill',
    kind: 'write',
    description:
      'Rehearses the recovery: rebuilds the environment from backups in an isolated network, measures the time, and removes it again. The environment itself is not touched. Returns immediately. Follow it with list_drills.',
    needs: changeNeeds,
    operations: [startDrill],
    properties: {
      ...environmentProperty,
      server: { type: 'string', description: 'Name, host or id. Default: the server in the settings of drills.' },
    },
    async plan(call) {
      const { client, text } = call
      const { id, quoted } = await describeEnvironment(call)
      const asked = text('server')
      const server = asked === undefined ? undefined : await findServer(client, asked)
      return {
        question: `Rebuild ${quoted} from its backups in isolation${server === undefined ? '' : ` on server ${quote(server.name)}`}, and remove it again. The environment itself isn't touched.`,
        run: () => client.call(startDrill, { id, body: server === undefined ? {} : { serverId: server.id } }),
      }
    },
  },
  {
    name: 'recover_environment',
    kind: 'destroy',
    description:
      'Starts an environment of a lost server on another server, with the data of its newest backups. What was written since then is lost. Only for a server that is unreachable. Returns immediately. Follow it with wait_for_deployment.',
    needs: changeNeeds,
    operations: [getRecovery, recoverEnvironment],
    properties: {
      ...environmentProperty,
      server: { type: 'string', description: 'Name, host or id of the new server.' },
    },
    required: ['server'],
    async plan(call) {
      const { client, text } = call
      const { id, quoted } = await describeEnvironment(call)
      const { id: serverId, name } = await findServer(client, text('server') ?? '')
      const recovery = await client.call(getRecovery, { id, serverId })
      return {
        question: `Recover ${quoted} on server ${quote(name)}. ${lossOf(recovery)} The old server isn't contacted.`,
        run: async () => ({
          ...(await client.call(recoverEnvironment, { id, body: { serverId, allowDataLoss: true } })),
          dns: recovery.dns,
        }),
      }
    },
  },
]

function lossOf({ data, predicted: { lossSeconds } }: Recovery): string {
  if (data.length === 0) return 'It has no data.'
  if (lossSeconds === null) return 'Some of its data has no usable backup, so this will be refused.'
  return `Everything written in the last ${formatDuration(lossSeconds * 1_000)} stays on the lost server.`
}
