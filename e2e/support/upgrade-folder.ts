/** The folder of an instance that the install script prepared for upgrades. Nothing waits for requests. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function makeUpgradeFolder(parent: string): Promise<string> {
  const folder = join(parent, 'upgrade')
  await mkdir(join(folder, 'requests'), { recursive: true })
  const status = { state: 'idle', step: 'done', fromVersion: '0.1.0', toVersion: '', message: '' }
  const times = { startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:00Z' }
  await writeFile(join(folder, 'status.json'), JSON.stringify({ ...status, ...times }))
  return folder
}
