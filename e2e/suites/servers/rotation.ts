/** Rotating the key: the new one works before the old one is removed, and other people's lines stay unchanged. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../fixtures/run.ts'
import { authorizedKeysOf, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import { bodyFor, mustAsk, register, removeServer, runTask } from '../../support/servers.ts'

/** Typical lines: a comment, options, no newline at the end. */
const foreignLines =
  '# laptops\nrestrict,command="/bin/true" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f a laptop'

export async function proveRotation(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const file = authorizedKeysOf(username)
  await target.mustExec(['tee', '--append', file], { stdin: foreignLines })
  const server = await register(context, bodyFor(target, username))
  const before = await readRemote(target, file)
  const first = await runTask(context, server.id, 'rotate-key', {})
  report.expect(first.status === 'succeeded', `${username}: rotation ${first.status}: ${JSON.stringify(first.error)}`)
  const rotated = await mustAsk(context, 'GET', `/servers/${server.id}`)
  report.expect(rotated.publicKey !== server.publicKey, `${username}: there is a new key`)
  report.expect(rotated.status === 'ready', `${username}: after rotation it is ${rotated.status}`)
  const after = (await readRemote(target, file)) ?? ''
  report.expect(after.includes(rotated.publicKey), `${username}: the new key is in authorized_keys`)
  report.expect(after.startsWith(before ?? 'absent'), `${username}: what stood in authorized_keys is unchanged`)
  report.expect(first.result?.oldKey === 'kept', `${username}: a key that was brought stays (${first.result?.oldKey})`)
  const mode = await target.mustExec(['stat', '--format', '%a %U', file])
  report.expect(mode.trim() === `600 ${username}`, `${username}: authorized_keys has ${mode.trim()}`)
  const second = await runTask(context, server.id, 'rotate-key', {})
  const last = (await readRemote(target, file)) ?? ''
  report.expect(second.result?.oldKey === 'removed', `${username}: a key made here goes (${second.result?.oldKey})`)
  report.expect(!last.includes(rotated.publicKey), `${username}: the replaced key is removed from authorized_keys`)
  const third = await runTask(context, server.id, 'check')
  report.expect(third.status === 'succeeded', `${username}: after two rotations a check ${third.status}`)
  const removing = await runTask(context, server.id, 'rotate-key', { removeOldKey: true })
  report.expect(removing.status === 'succeeded', `${username}: a third rotation ${removing.status}`)
  report.expect(await canLogIn(context), `${username}: the key that was brought still logs in`)
  await removeServer(context, server.id)
}

async function canLogIn({ target, username }: UserContext): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-login-'))
  try {
    const keyFile = join(folder, 'key')
    const knownFile = join(folder, 'known')
    const known = (await target.readHostKeys()).map(({ type, key }) => `[127.0.0.1]:${target.port} ${type} ${key}\n`)
    await writeFile(keyFile, target.keys[username].privateKey, { mode: 0o600 })
    await writeFile(knownFile, known.join(''))
    const options = ['IdentitiesOnly=yes', 'BatchMode=yes', `UserKnownHostsFile=${knownFile}`].flatMap((each) => [
      '-o',
      each,
    ])
    const args = ['-F', 'none', '-i', keyFile, ...options, '-p', String(target.port), `${username}@127.0.0.1`, 'true']
    return (await runProgram(['ssh', ...args], { deadlineMs: 20_000 })).exitCode === 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
