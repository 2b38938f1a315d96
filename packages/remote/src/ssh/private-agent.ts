/**
 * An ssh-agent with one key, for one login. It ends when the login is done, because an open connection doesn't need it.
 * The key is passed over stdin, the passphrase over a socket (askpass.sh): neither touches a disk, argv, or the
 * environment.
 */
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { raceSignal } from '@longshore/process/race-signal'
import { endProgram, exitCodeOf, type StartedProgram } from '@longshore/process/started-program'
import type { LoginKey } from './connection.ts'
import { abortFailure, failure } from './failures.ts'
import { collectOutput } from './output.ts'
import { readPrivateKey } from './private-key-format.ts'
import { startProgram } from './programs.ts'

const askpass = join(import.meta.dirname, 'askpass.sh')
const maxOutputBytes = 16_384
/** Longer than any login; an agent that outlives the worker then holds nothing. */
const keySeconds = '60'

export interface PrivateAgent extends AsyncDisposable {
  socketPath: string
  publicKey: string
}

export async function startAgent(socketPath: string, loginKey: LoginKey, signal: AbortSignal): Promise<PrivateAgent> {
  const passphrase = loginKey.passphrase === '' ? undefined : loginKey.passphrase
  const key = readPrivateKey(loginKey.privateKey, passphrase)
  if (key.isEncrypted && passphrase === undefined) throw failure('key_passphrase_needed')
  if (passphrase !== undefined && /[\0\r\n]/.test(passphrase)) throw failure('key_passphrase_wrong')
  const agent = startProgram('ssh-agent', ['-D', '-a', socketPath])
  agent.stdin.end()
  try {
    // Its first output comes after it started to listen.
    await raceSignal(Promise.race([once(agent.stdout, 'data'), failOnExit(agent)]), signal)
    agent.stdout.resume()
    agent.stderr.resume()
    await addKey(socketPath, key.text, { passphrase: key.isEncrypted ? passphrase : undefined, signal })
    return { socketPath, publicKey: key.publicKey, [Symbol.asyncDispose]: () => endProgram(agent) }
  } catch (error) {
    await endProgram(agent)
    throw signal.aborted ? abortFailure(signal, 'connection_timeout') : error
  }
}

async function failOnExit(agent: StartedProgram): Promise<never> {
  const code = await exitCodeOf(agent)
  throw new Error(`ssh-agent ended with ${code}`)
}

async function addKey(
  socketPath: string,
  text: string,
  options: { passphrase: string | undefined; signal: AbortSignal },
): Promise<void> {
  const add = startProgram('ssh-add', ['-q', '-t', keySeconds, '-'], {
    environment: { SSH_AUTH_SOCK: socketPath, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' },
  })
  const output = collectOutput(add, maxOutputBytes, () => add.kill('SIGKILL'))
  const ended = exitCodeOf(add)
  add.stdin.end(text)
  // Node's pipes are sockets: the program can read what is written to its stderr end.
  if (add.stderr instanceof Socket) add.stderr.end(options.passphrase === undefined ? '' : `${options.passphrase}\n`)
  const code = await raceSignal(ended, options.signal).catch(async (error: unknown) => {
    await endProgram(add)
    throw error
  })
  if (code === 0) return
  if (options.passphrase !== undefined) throw failure('key_passphrase_wrong')
  throw failure('key_unreadable', { cause: new Error(output.stderr().slice(0, 500)) })
}
