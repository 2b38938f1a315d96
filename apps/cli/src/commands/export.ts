/** Writes the organization as an instance file. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findOrganization } from '../instance-file/find-organization.ts'
import { readInstance } from '../instance-file/read-instance.ts'
import { listSecrets } from '../instance-file/secrets.ts'
import { toInstanceFile } from '../instance-file/to-file.ts'
import { writeInstanceFile } from '../instance-file/write-file.ts'

export const exportInstance = defineCommand({
  path: 'export',
  summary: 'Write the organization as a file for apply.',
  details:
    'The file has servers, Git providers, registries, storage locations, notification channels, and projects with their environments, in a stable order. Secrets are never exported: each is a reference to an environment variable that longshore apply reads.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', summary: 'File to write (default: standard output).' },
  },
  examples: ['longshore export -o instance.yaml', 'longshore export --json'],
  async run(context, input) {
    const connection = await connect(context)
    const instance = await readInstance(connection.client, await findOrganization(connection))
    const file = toInstanceFile(instance)
    const { output } = context
    const target = input.text('output')
    if (target === undefined) {
      if (output.isJson) output.show(file, () => [])
      else if (output.isTerminal) output.block(writeInstanceFile(file))
      else output.raw(writeInstanceFile(file))
      return 0
    }
    await writeFile(resolve(context.directory, target), writeInstanceFile(file))
    const secrets = listSecrets(file)
    output.show({ file: target, secrets }, () => [
      `Wrote ${target}.`,
      ...(secrets.length === 0 ? [] : [`${secrets.length} secrets are references to environment variables.`]),
    ])
    return 0
  },
})
