/** Compares Longshore's facts about a server with the server's own, read through its console. */

import type { UserContext } from '../../support/servers/user-context.ts'
import { bodyFor, register, removeServer } from '../../support/servers.ts'

export async function proveFacts(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const server = await register(context, bodyFor(target, username))
  const say = async (...argv: string[]) => (await target.mustExec(argv)).trim()
  const release = await say('cat', '/etc/os-release')
  const field = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(release)?.[1]
  const memoryKilobytes = Number(/^MemTotal:\s+(\d+) kB/m.exec(await say('cat', '/proc/meminfo'))?.[1])
  const expected: Record<string, [found: unknown, truth: unknown]> = {
    'os.id': [server.os?.id, field('ID')],
    'os.version': [server.os?.version, field('VERSION_ID')],
    'os.name': [server.os?.name, field('PRETTY_NAME')],
    'os.kernel': [server.os?.kernel, await say('uname', '-sr')],
    'os.architecture': [server.os?.architecture, await say('dpkg', '--print-architecture')],
    'os.sudo': [server.os?.sudo, username === 'root' ? 'root' : 'passwordless'],
    'os.rebootRequired': [server.os?.rebootRequired, false],
    'resources.cpus': [server.resources?.cpus, Number(await say('nproc'))],
    'resources.memoryBytes': [server.resources?.memoryBytes, memoryKilobytes * 1_024],
    'docker.version': [server.docker?.version, await say('docker', 'version', '--format', '{{.Server.Version}}')],
    'docker.apiVersion': [
      server.docker?.apiVersion,
      await say('docker', 'version', '--format', '{{.Server.APIVersion}}'),
    ],
    'docker.storageDriver': [server.docker?.storageDriver, await say('docker', 'info', '--format', '{{.Driver}}')],
    'docker.rootless': [server.docker?.rootless, false],
  }
  for (const [name, [found, truth]] of Object.entries(expected))
    report.expect(found === truth, `${username}: ${name} is ${String(found)}, in truth ${String(truth)}`)
  const disk =
    (await say('df', '--output=size,avail', '--block-size=1', '/var/lib/docker')).split('\n')[1]?.trim() ?? ''
  const [size = 0, available = 0] = disk.split(/\s+/).map(Number)
  report.expect(
    server.resources?.diskBytes === size,
    `${username}: the disk has ${size}, not ${server.resources?.diskBytes}`,
  )
  // Other programs write to the same disk.
  const differs = Math.abs((server.resources?.diskFreeBytes ?? 0) - available)
  report.expect(differs < 2e9, `${username}: free space differs by ${differs} bytes`)
  report.expect(
    Math.abs(server.os?.clockSkewMs ?? Number.NaN) < 2_000,
    `${username}: the same clock is off by ${server.os?.clockSkewMs} ms`,
  )
  report.expect(server.lastSeenAt !== null && server.detailsUpdatedAt !== null, `${username}: it was seen`)
  await removeServer(context, server.id)
}
