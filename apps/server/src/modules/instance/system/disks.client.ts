/** Measures the disks that the worker uses. */
import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Disk } from './system.schemas.ts'

export interface DiskFolders {
  INSTANCE_BACKUP_DIRECTORY?: string | undefined
  BACKUP_DIRECTORY?: string | undefined
  IMPORT_DIRECTORY?: string | undefined
  SOURCE_RUNTIME_DIRECTORY?: string | undefined
}

type Use = Disk['uses'][number]

/** Folders on the same disk count once. A folder that doesn't exist yet is left out. */
export async function measureDisks(settings: DiskFolders): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const [use, folder] of foldersOf(settings)) {
    const [found, space] = await Promise.all([stat(folder).catch(() => null), statfs(folder).catch(() => null)])
    if (found === null || space === null || space.blocks === 0) continue
    const known = disks.get(found.dev)
    if (known !== undefined) known.uses.push(use)
    else
      disks.set(found.dev, {
        uses: [use],
        totalBytes: space.blocks * space.bsize,
        freeBytes: space.bavail * space.bsize,
      })
  }
  return [...disks.values()]
}

function foldersOf(settings: DiskFolders): [Use, string][] {
  const folders: [Use, string | undefined][] = [
    ['temporary', tmpdir()],
    ['instance_backups', settings.INSTANCE_BACKUP_DIRECTORY],
    ['backups', settings.BACKUP_DIRECTORY],
    ['imports', settings.IMPORT_DIRECTORY],
    ['sources', settings.SOURCE_RUNTIME_DIRECTORY],
  ]
  return folders.flatMap(([use, folder]): [Use, string][] => (folder === undefined ? [] : [[use, folder]]))
}
