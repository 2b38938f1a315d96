/** Every cause of a failed connection, produced for real, has its own error code. */

import { createEngine } from '@longshore/remote/docker'
import { generateKeyPair, type RemoteErrorCode, type ServerTarget } from '@longshore/remote/ssh'
import { createKeyPair } from '../../fixtures/login-key.ts'
import { startSshd } from '../../fixtures/sshd.ts'
import { startTarget } from '../../fixtures/target.ts'
import { freePorts } from '../../support/free-ports.ts'
import { mustFail, pinned, reach, reachTarget, type TestEnv } from './test-env.ts'

export async function produceCauses(testEnv: TestEnv): Promise<void> {
  const fail = (what: string, code: RemoteErrorCode, target: ServerTarget, withinMs = 9_000) =>
    mustFail(testEnv, what, { codes: [code], withinMs }, () =>
      testEnv.pool.use(target, async () => undefined, { deadlineMs: withinMs }),
    )
  const good = reachTarget(testEnv, 'root')
  const [closedPort = 0] = await freePorts(1)
  await fail('a port where nobody listens', 'connection_refused', { ...good, id: 'c1', port: closedPort })
  await fail('a name that does not exist', 'dns_failed', { ...good, id: 'c2', host: 'no-such-host.invalid' })
  await fail('a name that is no name', 'dns_failed', { ...good, id: 'c3', host: '-oProxyCommand=touch /tmp/x' })
  await fail('a network of this machine without its port', 'address_not_allowed', { ...good, id: 'c4', port: 22 })
  await fail('the metadata service', 'address_not_allowed', { ...good, id: 'c5', host: '169.254.169.254' })
  await fail('the metadata service in disguise', 'address_not_allowed', { ...good, id: 'c6', host: '::ffff:a9fe:a9fe' })
  await fail('nothing pinned', 'host_key_unknown', { ...good, id: 'c7', hostKeys: [] })
  await fail('a user that is no user', 'key_refused', { ...good, id: 'c8', username: 'root$(id)' })
  await fail('a key that the user does not know', 'key_refused', {
    ...reach(testEnv.target.port, { hostKeys: testEnv.hostKeys, key: generateKeyPair('suite') }),
  })
  await keysThatDoNotWork(testEnv, fail)
  await swappedHostKey(testEnv, fail)
  await forbiddenForwarding(testEnv)
  await dockerThatDoesNotWork(testEnv)
}

type Fail = (what: string, code: RemoteErrorCode, target: ServerTarget) => Promise<void>

async function keysThatDoNotWork(testEnv: TestEnv, fail: Fail): Promise<void> {
  const withKey = (privateKey: string, passphrase?: string) =>
    reach(testEnv.target.port, {
      hostKeys: testEnv.hostKeys,
      key: { privateKey },
      ...(passphrase === undefined ? {} : { passphrase }),
    })
  const locked = await createKeyPair({ passphrase: 'right' })
  const weak = await createKeyPair({ type: 'rsa', bits: 2_048 })
  await fail('a locked key without its passphrase', 'key_passphrase_needed', withKey(locked.privateKey))
  await fail('a locked key with another passphrase', 'key_passphrase_wrong', withKey(locked.privateKey, 'wrong'))
  await fail('a weak key', 'key_too_weak', withKey(weak.privateKey))
  await fail('half a key', 'key_unreadable', withKey(locked.privateKey.slice(0, 200)))
  await fail('a path in place of a key', 'key_unreadable', withKey('/root/.ssh/id_ed25519'))
}

async function swappedHostKey(testEnv: TestEnv, fail: Fail): Promise<void> {
  const login = await createKeyPair()
  await using sshd = await startSshd({ authorizedKeys: [login.publicKey] })
  const target = reach(sshd.port, { hostKeys: pinned(sshd.hostKeys), key: login, username: sshd.username })
  for (const type of ['ed25519', 'rsa', 'ecdsa'] as const) {
    await sshd.restartWith([await createKeyPair({ type })])
    const from = sshd.log.length
    await fail(`another host key (${type})`, 'host_key_changed', target)
    testEnv.report.expect(
      !sshd.log.slice(from).includes('userauth-request'),
      `a login was tried at a swapped ${type} key`,
    )
  }
}

/** Docker still works, through the command that every Docker version has. */
async function forbiddenForwarding(testEnv: TestEnv): Promise<void> {
  await using server = await startTarget()
  await server.mustExec(['tee', '/etc/ssh/sshd_config.d/00-suite.conf'], { stdin: 'DisableForwarding yes\n' })
  await server.mustExec(['systemctl', 'reload', 'ssh'])
  const hostKeys = await server.readHostKeys()
  for (const username of ['root', 'deploy'] as const) {
    const target = reach(server.port, { hostKeys, key: server.keys[username], username })
    const answered = await testEnv.pool.use(
      target,
      async (connection) => {
        const engine = createEngine(connection)
        const settled = await Promise.allSettled(Array.from({ length: 40 }, () => engine.version()))
        const failed = settled.find((each) => each.status === 'rejected')
        if (failed !== undefined) console.error(failed.reason)
        return settled.filter((each) => each.status === 'fulfilled').length
      },
      { deadlineMs: 20_000 },
    )
    testEnv.report.expect(answered === 40, `${answered} of 40 calls without forwarding, as ${username}`)
  }
  await server.mustExec(['mv', '/usr/bin/docker', '/usr/bin/docker.gone'])
  const target = reach(server.port, { hostKeys, key: server.keys.root })
  await mustFail(testEnv, 'no forwarding and no client', { codes: ['forwarding_forbidden'], withinMs: 30_000 }, () =>
    testEnv.pool.use(target, (connection) => connection.dockerSocket({ deadlineMs: 20_000 }), { deadlineMs: 20_000 }),
  )
}

async function dockerThatDoesNotWork(testEnv: TestEnv): Promise<void> {
  await using server = await startTarget()
  const hostKeys = await server.readHostKeys()
  const ask = (what: string, code: RemoteErrorCode) =>
    mustFail(testEnv, what, { codes: [code], withinMs: 30_000 }, async () => {
      const target = reach(server.port, { hostKeys, key: server.keys.deploy, username: 'deploy' })
      await testEnv.pool.use(target, (connection) => createEngine(connection).info(), { deadlineMs: 20_000 })
    })
  await server.mustExec(['gpasswd', '--delete', 'deploy', 'docker'])
  await ask('a user outside the group', 'docker_socket_denied')
  await server.mustExec(['gpasswd', '--add', 'deploy', 'docker'])
  await server.mustExec(['systemctl', 'stop', 'docker.socket', 'docker.service'])
  await ask('an engine that was stopped', 'docker_unreachable')
}
