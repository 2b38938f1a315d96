import { checkBackupDestination } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findStorage } from '../connection/find-storage.ts'
import { exitCodes } from '../exit-codes.ts'
import { storageLines } from '../terminal/storage-lines.ts'

export const storageCheck = defineCommand({
  path: 'storage check',
  summary: 'Check a storage location by writing and reading a test file.',
  details: 'Exits with 0 if it works, otherwise with 1.',
  arguments: [{ name: 'STORAGE', summary: 'Storage location: name or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findStorage(client, input.positionals[0] ?? '')
    const storage = await client.call(checkBackupDestination, { id })
    context.output.show(storage, () => storageLines(storage))
    return storage.status === 'working' ? exitCodes.ok : exitCodes.failed
  },
})
