import { checkRegistry } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findRegistry } from '../connection/find-registry.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatStatus } from '../terminal/format.ts'

export const registryCheck = defineCommand({
  path: 'registry check',
  summary: 'Check a registry credential.',
  details: 'Exits with 0 if it works, otherwise with 1.',
  arguments: [{ name: 'REGISTRY', summary: 'Registry credential: host, USERNAME@HOST, or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findRegistry(client, input.positionals[0] ?? '')
    const registry = await client.call(checkRegistry, { id })
    context.output.show(registry, () => [
      [`${registry.username}@${registry.host} is `, formatStatus(registry.status), '.'],
    ])
    return registry.status === 'connected' ? exitCodes.ok : exitCodes.failed
  },
})
