/** Checks whether a payload was executed, on the target or on the control plane's machine. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Target } from '../../fixtures/target.ts'

const folder = '/var/tmp'
/** The working directory of a command without a path. */
const remoteFolders = [folder, '/tmp', '/root', '/home/deploy', '/var/lib/longshore']

/** Files that a payload made, as `machine:file`. */
export async function findCanaries(canary: string, targets: readonly Target[]): Promise<string[]> {
  const here = (await readdir(folder)).filter((file) => file.startsWith(canary)).map((file) => `here:${file}`)
  const there = await Promise.all(
    targets.map(async (target) => {
      const found = await target.exec(['find', ...remoteFolders, '-name', `${canary}*`])
      return found.stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => `target:${line}`)
    }),
  )
  return [...here, ...there.flat()]
}

/** A canary that is created by hand must be found. Otherwise silence proves nothing. */
export async function isDetectorAwake(canary: string, target: Target): Promise<boolean> {
  const seeded = join(folder, `${canary}planted`)
  await target.mustExec(['touch', seeded])
  const seen = await findCanaries(canary, [target])
  await target.mustExec(['rm', seeded])
  return seen.length === 1
}

export async function removeCanaries(canary: string): Promise<void> {
  for (const file of await readdir(folder)) if (file.startsWith(canary)) await rm(join(folder, file), { force: true })
}
