import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureDisks } from './disks.client.ts'

test('folders on the same disk count once, and a missing folder is left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-disks-'))
  try {
    const settings = { BACKUP_DIRECTORY: folder, IMPORT_DIRECTORY: join(folder, 'missing') }
    const [disk, ...others] = await measureDisks(settings)
    expect(others).toEqual([])
    expect(disk?.uses).toEqual(['temporary', 'backups'])
    expect(disk?.totalBytes).toBeGreaterThan(disk?.freeBytes ?? 0)
  } finally {
    await rm(folder, { recursive: true })
  }
})
