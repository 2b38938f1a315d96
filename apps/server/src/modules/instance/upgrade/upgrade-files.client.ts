/**
 * The folder that the worker shares with the script on the machine. The script writes status.json. A request is an
 * empty file, so that a worker that was taken over can choose neither the version nor the image.
 */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSafely } from '../../../platform/errors/parse-safely.ts'
import { type UpgradeRun, UpgradeStatusFile } from './upgrade.schemas.ts'

const maximumBytes = 16 << 10
const nothing: UpgradeRun = {
  ...{ canStart: false, state: 'idle', step: null, fromVersion: null, toVersion: null },
  ...{ startedAt: null, finishedAt: null, message: null },
}

export async function readUpgradeRun(folder: string | undefined): Promise<UpgradeRun> {
  const status = folder === undefined ? null : await readStatus(join(folder, 'status.json'))
  if (folder === undefined || status === null) return nothing
  const requested = await stat(requestFile(folder)).catch(() => null)
  if (requested !== null && status.state !== 'running')
    return { ...nothing, canStart: true, state: 'requested', startedAt: requested.mtime }
  if (status.state === 'idle') return { ...nothing, canStart: true }
  return {
    canStart: status.state !== 'running',
    state: status.state,
    step: status.state === 'running' ? status.step : null,
    fromVersion: status.fromVersion || null,
    toVersion: status.toVersion || null,
    startedAt: new Date(status.startedAt),
    finishedAt: status.finishedAt === null ? null : new Date(status.finishedAt),
    message: status.message || null,
  }
}

/** A request that already waits stays as it is. */
export async function writeUpgradeRequest(folder: string): Promise<void> {
  await writeFile(requestFile(folder), '', { flag: 'a', mode: 0o600 })
}

function requestFile(folder: string): string {
  return join(folder, 'requests', 'upgrade')
}

async function readStatus(path: string): Promise<UpgradeStatusFile | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text === '' || text.length > maximumBytes) return null
  try {
    const parsed = parseSafely(UpgradeStatusFile, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
