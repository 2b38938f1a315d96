/** Registering a server: a generated key, an existing key, and the first contact that pins the host keys. */
import { createKeyPair } from '../../fixtures/login-key.ts'
import type { Target } from '../../fixtures/target.ts'
import { authorizedKeysOf, ownerFile, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import { ask, bodyFor, mustAsk, register, removeServer, waitForServer, waitForStatus } from '../../support/servers.ts'

export async function proveRegistration(context: UserContext): Promise<void> {
  await proveGeneratedKey(context)
  await proveCustomKey(context)
  await proveProtectedKey(context)
  await proveExpectedFingerprint(context)
  await proveTwice(context)
}

async function proveGeneratedKey(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const { host, port } = target
  const answer = await ask(context, 'POST', '/servers', { name: 'Made here', host, port, username })
  report.expect(answer.status === 201, `${username}: registering without a key answers ${answer.status}`)
  const created = answer.body
  report.expect(!answer.text.includes('PRIVATE KEY'), `${username}: the answer shows a private key`)
  report.expect(/^ssh-ed25519 \S+/.test(created.publicKey), `${username}: an Ed25519 key is made`)
  const refused = await waitForServer(context, created.id, (server) => server.problem !== null)
  report.expect(
    refused.status === 'pending' && refused.problem?.code === 'key_not_installed',
    `${username}: before the key is installed it is ${refused.status} with ${refused.problem?.code}`,
  )
  // Many files end without a newline, so the pasted command must start a new line.
  await target.mustExec(['tee', '--append', authorizedKeysOf(username)], { stdin: '# laptops' })
  // Exactly the command that a user pastes on the server.
  await target.mustExec(['runuser', '--login', username, '--command', 'bash -s'], { stdin: created.setupCommand })
  const ready = await waitForStatus(context, created.id, 'ready')
  report.expect(ready.setupCommand === null, `${username}: the setup command disappears once connected`)
  await expectPinned(context, ready)
  const authorized = await readRemote(target, authorizedKeysOf(username))
  report.expect(authorized?.includes(created.publicKey) === true, `${username}: the key is in authorized_keys`)
  await removeServer(context, created.id)
  const after = await readRemote(target, authorizedKeysOf(username))
  report.expect(
    after?.includes(created.publicKey) === false,
    `${username}: deleting removes the key that was made here`,
  )
  report.expect(
    after?.includes(target.keys[username].publicKey) === true,
    `${username}: deleting leaves the other keys alone`,
  )
  report.expect((await readRemote(target, ownerFile)) === null, `${username}: deleting removes the owner file`)
}

async function proveCustomKey(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const server = await register(context, bodyFor(target, username))
  await expectPinned(context, server)
  const seen = JSON.stringify([
    server,
    await mustAsk(context, 'GET', '/servers'),
    await mustAsk(context, 'GET', '/audit-log'),
  ])
  const secret = target.keys[username].privateKey.split('\n')[2] ?? 'absent'
  report.expect(!seen.includes(secret), `${username}: a private key can be read back`)
  report.expect(
    (await readRemote(target, ownerFile))?.includes(context.person.organizationId) === true,
    `${username}: the owner file names the organisation`,
  )
  await removeServer(context, server.id)
  const authorized = await readRemote(target, authorizedKeysOf(username))
  report.expect(
    authorized?.includes(target.keys[username].publicKey) === true,
    `${username}: deleting leaves the key that was brought`,
  )
}

/** A key of another type with a passphrase. */
async function proveProtectedKey(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const passphrase = 'two words and ünïcode $(x)'
  const pair = await createKeyPair({ type: 'rsa', bits: 3_072, passphrase })
  await authorize(target, username, pair.publicKey)
  const body = { ...bodyFor(target, username), privateKey: pair.privateKey }
  const without = await ask(context, 'POST', '/servers', body)
  report.expect(
    without.status === 422 && without.text.includes('/passphrase'),
    `${username}: a protected key without its passphrase answers ${without.status}`,
  )
  // Decrypting a key of this type is slow on purpose, so the worker checks the passphrase.
  const wrong = await mustAsk(context, 'POST', '/servers', { ...body, passphrase: 'wrong' })
  const closed = await waitForServer(context, wrong.id, (each) => each.problem !== null)
  report.expect(
    closed.problem?.code === 'key_passphrase_wrong',
    `${username}: a wrong passphrase gives ${closed.problem?.code}`,
  )
  await removeServer(context, wrong.id)
  const server = await register(context, { ...body, passphrase })
  report.expect(server.publicKey.startsWith('ssh-rsa '), `${username}: a protected RSA key works`)
  await removeServer(context, server.id)
}

async function proveExpectedFingerprint(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const [known] = await target.readHostKeys()
  const server = await register(context, { ...bodyFor(target, username), hostKeyFingerprint: known?.fingerprint })
  report.expect(
    server.hostKeys.some((key: { fingerprint: string }) => key.fingerprint === known?.fingerprint),
    `${username}: the expected key is pinned`,
  )
  await removeServer(context, server.id)
}

async function proveTwice(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const server = await register(context, bodyFor(target, username))
  const again = await ask(context, 'POST', '/servers', bodyFor(target, username))
  report.expect(
    again.status === 409 && again.body.code === 'server_exists',
    `${username}: the same address twice answers ${again.status} ${again.body?.code}`,
  )
  await removeServer(context, server.id)
}

/** All host key types are pinned, and they match the server's own, read out of band. */
async function expectPinned(context: UserContext, server: { hostKeys: { fingerprint: string }[] }): Promise<void> {
  const truth = (await context.target.readHostKeys()).map((key) => key.fingerprint).sort()
  const pinned = server.hostKeys.map((key) => key.fingerprint).sort()
  context.report.expect(
    JSON.stringify(pinned) === JSON.stringify(truth),
    `${context.username}: pinned ${pinned.join(' ')}, the server has ${truth.join(' ')}`,
  )
}

async function authorize(target: Target, username: string, publicKey: string): Promise<void> {
  await target.mustExec(['tee', '--append', authorizedKeysOf(username === 'root' ? 'root' : 'deploy')], {
    stdin: `${publicKey}\n`,
  })
}
