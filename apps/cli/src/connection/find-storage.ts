import type { BackupDestination, Client } from '@longshore/sdk'
import { listBackupDestinations } from '@longshore/sdk/operations'
import { findNamed } from './find-named.ts'

/** Finds a storage location by name or ID. */
export async function findStorage(client: Client, asked: string): Promise<BackupDestination> {
  return await findNamed(client.items(listBackupDestinations), asked, {
    noun: 'storage location',
    namesOf: ({ name }) => [name],
    see: 'longshore storage list',
  })
}
