/** Changes the settings of an environment. */
import type { Client } from '@longshore/sdk'
import { changeBranch, getEnvironment, linkServer, setAutoDeploy, updateEnvironment } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import { CliError } from '../exit-codes.ts'
import { environmentLines } from '../terminal/environment-lines.ts'

const options = {
  ...environmentOption,
  name: { type: 'string', value: 'NAME', summary: 'New name.' },
  branch: { type: 'string', value: 'NAME', summary: 'Branch to deploy from now on.' },
  server: { type: 'string', value: 'SERVER', summary: 'Server that runs it. A live environment moves with its data.' },
  'auto-deploy': {
    type: 'string',
    value: 'on|off',
    choices: ['on', 'off'],
    summary: 'Deploy each push to the branch.',
  },
} as const

export const environmentSet = defineCommand({
  path: 'environment set',
  summary: "Change an environment's name, branch, server, or auto-deploy.",
  options,
  examples: ['longshore environment set --branch main --auto-deploy on'],
  async run(context, input) {
    const names = ['name', 'branch', 'server', 'auto-deploy'] as const
    if (names.every((each) => input.text(each) === undefined))
      throw new CliError('usage', 'What should change?', 'Use --name, --branch, --server, or --auto-deploy.')
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    await apply(client, id, input)
    const environment = await client.call(getEnvironment, { id })
    context.output.show(environment, () => environmentLines(environment))
    return 0
  },
})

async function apply(client: Client, id: string, input: Input<typeof options>): Promise<void> {
  const [name, branch, server, auto] = [
    input.text('name'),
    input.text('branch'),
    input.text('server'),
    input.text('auto-deploy'),
  ]
  // Found before the first change, so that a typo changes nothing.
  const serverId = server === undefined ? undefined : (await findServer(client, server)).id
  if (name !== undefined) await client.call(updateEnvironment, { id, body: { name } })
  if (branch !== undefined) await client.call(changeBranch, { id, body: { branch } })
  if (serverId !== undefined) await client.call(linkServer, { id, body: { serverId } })
  if (auto !== undefined) await client.call(setAutoDeploy, { id, body: { enabled: auto === 'on' } })
}
