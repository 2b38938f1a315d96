/** Odd but valid values: a server is created, used, changed and deleted with them, on the real target. */

import { createKeyPair } from '../../fixtures/login-key.ts'
import { isQuick } from '../../support/command-line.ts'
import type { UserContext } from '../../support/servers/user-context.ts'
import { authorizedKeysOf } from '../../support/servers/user-context.ts'
import {
  ask,
  mustAsk,
  register,
  removeServer,
  runTask,
  type ServersContext,
  waitForServer,
} from '../../support/servers.ts'

export interface Tally {
  tried: number
  refused: number
  accepted: number
  failures: number
}

/** Every accepted name is stored unchanged, except for surrounding space, through all operations on the server. */
export async function tryNames(
  context: UserContext,
  body: Record<string, unknown>,
  payloads: readonly string[],
): Promise<Tally> {
  const tally: Tally = { tried: 0, refused: 0, accepted: 0, failures: 0 }
  const count = (status: number) => {
    tally.tried += 1
    if (status >= 500) tally.failures += 1
    else if (status >= 400) tally.refused += 1
    else tally.accepted += 1
  }
  let server: { id: string } | null = null
  for (const [index, name] of payloads.entries()) {
    if (server === null) {
      const created = await ask(context, 'POST', '/servers', { ...body, name })
      count(created.status)
      if (created.status !== 201) continue
      server = await waitForServer(context, created.body.id, (each) => each.status === 'ready')
      context.report.expect(created.body.name === name.trim(), `the name ${JSON.stringify(name)} is kept`)
      continue
    }
    const renamed = await ask(context, 'PATCH', `/servers/${server.id}`, { name })
    count(renamed.status)
    if (renamed.status !== 200) continue
    const read = await mustAsk(context, 'GET', `/servers/${server.id}`)
    context.report.expect(read.name === name.trim(), `the name ${JSON.stringify(name)} is kept`)
    // The quick form uses a batch of names together, the full form each one separately.
    if (isQuick && index % 20 !== 0) continue
    await useServer(context, server.id)
    if (!isQuick || index % 40 === 0) {
      await removeServer(context, server.id)
      server = null
    }
  }
  if (server !== null) await removeServer(context, server.id)
  return tally
}

/** A key whose passphrase is the payload can log in. */
export async function tryPassphrases(
  context: UserContext,
  body: Record<string, unknown>,
  payloads: readonly string[],
): Promise<Tally> {
  const { target, username, report } = context
  const tally: Tally = { tried: 0, refused: 0, accepted: 0, failures: 0 }
  // A program's arguments can't contain NUL, and OpenSSH reads one line of 5 to 1,023 bytes.
  const usable = payloads.filter((text) => !/[\0\r\n]/.test(text) && text.length < 500 && text.length >= 5)
  const chosen = isQuick ? usable.filter((_, index) => index % 12 === 0) : usable
  for (const passphrase of chosen) {
    tally.tried += 1
    const pair = await createKeyPair({ passphrase })
    await target.mustExec(['tee', '--append', authorizedKeysOf(username)], { stdin: `${pair.publicKey}\n` })
    const created = await ask(context, 'POST', '/servers', { ...body, privateKey: pair.privateKey, passphrase })
    if (created.status >= 500) tally.failures += 1
    if (created.status !== 201) {
      tally.refused += 1
      report.expect(false, `the passphrase ${JSON.stringify(passphrase)} answers ${created.status} ${created.text}`)
      continue
    }
    tally.accepted += 1
    await waitForServer(context, created.body.id, (each) => each.status === 'ready')
    await removeServer(context, created.body.id)
  }
  return tally
}

export async function useServer(context: ServersContext, id: string): Promise<void> {
  await runTask(context, id, 'check')
  await runTask(context, id, 'cleanup', { dryRun: false })
  await runTask(context, id, 'rotate-key', {})
}

/** Registers with an ordinary name and returns the id. */
export async function registerPlain(context: ServersContext, body: Record<string, unknown>): Promise<string> {
  return (await register(context, body)).id
}
