/** Gives a target's Docker a disk of its own, small enough to be filled: a file with a file system, mounted over its folder. */
import type { Target } from '../../fixtures/target.ts'

const loopDevices = 64

export async function giveSmallDisk(target: Target, bytes: number): Promise<void> {
  const run = (...argv: string[]) => target.mustExec(argv, { deadlineMs: 60_000 })
  await run('systemctl', 'stop', 'docker.service', 'docker.socket')
  // The container has no device files of its own for these. The kernel frees the device with the mount.
  await target.exec(['mknod', '/dev/loop-control', 'c', '10', '237'])
  for (let index = 0; index < loopDevices; index += 1)
    await target.exec(['mknod', `/dev/loop${index}`, 'b', '7', String(index)])
  await run('truncate', '--size', String(bytes), '/small-disk')
  await run('mkfs.ext4', '-q', '/small-disk')
  await run('mount', '-o', 'loop', '/small-disk', '/var/lib/docker')
  await run('systemctl', 'start', 'docker.socket', 'docker.service')
}

export async function freeBytes(target: Target): Promise<number> {
  const lines = (await target.mustExec(['df', '-P', '-B1', '/var/lib/docker'])).split('\n')
  return Number((lines.at(-1) ?? '').split(/\s+/)[3])
}
