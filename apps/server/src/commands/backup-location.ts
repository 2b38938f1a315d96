/** Location of an instance backup: a file that the operator names, or the storage location from the settings. */
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import { backupFolder, isBackupKey, openInstanceStore } from '../modules/instance/worker.ts'
import { createFolderStore } from '../platform/objects/folder-store.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import type { InstanceBackupSettings } from '../settings.ts'

export interface BackupLocation extends Disposable {
  readonly store: ObjectStore
  /** Null if no archive is named; the store can have many. */
  readonly key: string | null
}

const fileName = /^[A-Za-z0-9][\w.-]{0,99}$/

export function openLocation(settings: InstanceBackupSettings, file: string | undefined): BackupLocation {
  if (file === undefined) return { ...openStore(settings), key: null }
  const name = basename(file)
  if (!fileName.test(name)) throw new Error('the file name can only have letters, digits, and ._-')
  return { store: createFolderStore(dirname(resolve(file))), key: name, [Symbol.dispose]: () => undefined }
}

/** `what`: a file, the name of an archive in the store, or `latest`. */
export async function findLocation(settings: InstanceBackupSettings, what: string): Promise<BackupLocation> {
  if (what !== 'latest' && !isBackupKey(what)) {
    if (!existsSync(what)) throw new Error(`file not found: ${what}`)
    return openLocation(settings, what)
  }
  const opened = openStore(settings)
  const key = what === 'latest' ? (await listKeys(opened.store)).at(-1) : what
  if (key === undefined) throw new Error('the storage location has no instance backup')
  return { ...opened, key }
}

/** Lists keys, oldest first. */
export async function listKeys(store: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  const { signal } = new AbortController()
  for await (const { key } of store.list(backupFolder, { signal })) if (isBackupKey(key)) keys.push(key)
  return keys.toSorted()
}

function openStore(settings: InstanceBackupSettings): { store: ObjectStore } & Disposable {
  const outbound: Outbound = createOutbound({ allow: parseAddressPolicy(settings.OUTBOUND_ALLOW) })
  const store = openInstanceStore(settings, outbound)
  if (store === null)
    throw new Error('name a file, or set a storage location: INSTANCE_BACKUP_DIRECTORY or INSTANCE_BACKUP_S3_…')
  return { store, [Symbol.dispose]: () => outbound[Symbol.dispose]() }
}
