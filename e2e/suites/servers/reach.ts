/** Other ways to reach a server: IPv6, a jump server, and the machine that Longshore itself runs on. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, release, type } from 'node:os'
import { createKeyPair } from '../../fixtures/login-key.ts'
import { startSshd } from '../../fixtures/sshd.ts'
import { startTarget } from '../../fixtures/target.ts'
import { ownerFile } from '../../support/servers/user-context.ts'
import {
  bodyFor,
  mustAsk,
  register,
  removeServer,
  runTask,
  type ServersContext,
  waitForServer,
  waitForStatus,
} from '../../support/servers.ts'

const users = ['root', 'deploy'] as const

export async function proveOtherWays(context: ServersContext): Promise<void> {
  await using near = await startTarget({ ipv6: true })
  await using far = await startTarget()
  const { report } = context
  for (const username of users) {
    const overIpv6 = await register(context, { ...bodyFor(near, username), host: '::1' })
    report.expect(overIpv6.host === '::1', `${username}: reached over IPv6`)
    await removeServer(context, overIpv6.id)
    const jump = await register(context, bodyFor(near, username))
    const behind = await register(context, {
      ...bodyFor(far, username),
      host: far.address,
      port: 22,
      jumpServerId: jump.id,
    })
    const expected = (await far.readHostKeys()).map((key) => key.fingerprint).sort()
    const pinned = behind.hostKeys.map((key: { fingerprint: string }) => key.fingerprint).sort()
    report.expect(pinned.join() === expected.join(), `${username}: behind the jump server its own keys are pinned`)
    await near.stop()
    await runTask(context, behind.id, 'check')
    await runTask(context, behind.id, 'check')
    const cut = await waitForStatus(context, behind.id, 'unreachable')
    report.expect(cut.problem !== null, `${username}: without the jump server it is unreachable`)
    await near.start()
    await runTask(context, behind.id, 'check')
    await waitForStatus(context, behind.id, 'ready')
    await removeServer(context, behind.id)
    await removeServer(context, jump.id)
  }
}

/** The control plane's own host is a server like any other. */
export async function proveOwnHost(context: ServersContext): Promise<void> {
  const { report } = context
  const pair = await createKeyPair()
  await using _ = await asideOwnerFile()
  await using sshd = await startSshd({ authorizedKeys: [pair.publicKey] })
  const { host, port, username } = sshd
  const created = await mustAsk(context, 'POST', '/servers', {
    name: 'Own host',
    host,
    port,
    username,
    privateKey: pair.privateKey,
  })
  const server = await waitForServer(context, created.id, (each) => each.os !== null)
  report.expect(['ready', 'degraded'].includes(server.status), `the own host is ${server.status}`)
  report.expect(server.os?.kernel === `${type()} ${release()}`, `the own host runs ${server.os?.kernel}`)
  report.expect(
    server.resources?.cpus === availableParallelism(),
    `the own host has ${server.resources?.cpus} processors`,
  )
  await removeServer(context, created.id)
  const owner = await readFile(ownerFile, 'utf8').catch(() => null)
  report.expect(owner === null, 'deleting leaves nothing on the own host')
}

/** This machine may already be registered elsewhere: the original file is restored. */
async function asideOwnerFile(): Promise<AsyncDisposable> {
  const content = await readFile(ownerFile, 'utf8').catch(() => null)
  if (content !== null) await rm(ownerFile)
  return {
    async [Symbol.asyncDispose]() {
      if (content !== null) await writeFile(ownerFile, content)
    },
  }
}

/** Two servers at the same time: actions on one don't affect the other. */
export async function proveTwoAtOnce(context: ServersContext): Promise<void> {
  const { report } = context
  await using stack = new AsyncDisposableStack()
  const targets = await Promise.all(users.map((username) => startTarget({ hostname: `two-${username}` })))
  for (const target of targets) stack.use(target)
  const servers = await Promise.all(
    targets.map((target, index) => register(context, bodyFor(target, users[index] ?? 'root'))),
  )
  const [rotated, rebooted] = await Promise.all([
    runTask(context, servers[0]?.id ?? '', 'rotate-key', {}),
    (async () => {
      await targets[1]?.reboot()
      return await runTask(context, servers[1]?.id ?? '', 'check')
    })(),
  ])
  report.expect(rotated.status === 'succeeded', `rotation beside a reboot ${rotated.status}`)
  report.expect(rebooted.status === 'succeeded', `a check after the reboot ${rebooted.status}`)
  for (const [index, target] of targets.entries()) {
    const server = await waitForStatus(context, servers[index]?.id ?? '', 'ready')
    const truth = (await target.readHostKeys()).map((key) => key.fingerprint).sort()
    const pinned = server.hostKeys.map((key: { fingerprint: string }) => key.fingerprint).sort()
    report.expect(pinned.join() === truth.join(), `server ${index} has its own pins`)
    await removeServer(context, server.id)
  }
}
