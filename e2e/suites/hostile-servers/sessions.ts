/** A real sshd that accepts the login and then misbehaves: it runs its own program instead of every command. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteErrorCode, ServerConnection } from '@longshore/remote/ssh'
import { createKeyPair } from '../../fixtures/login-key.ts'
import { type Sshd, startSshd } from '../../fixtures/sshd.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { lanes, mustFail, mustStillServe, pinned, reach, type TestEnv } from './test-env.ts'

const commandMs = 3_000
const slackMs = 9_000

/** Scripts that replace every command, and the expected outcome of each. */
const programs: Record<string, { script: string; codes: readonly RemoteErrorCode[] }> = {
  'output without end': { script: 'exec yes', codes: ['output_too_large'] },
  'errors without end': { script: 'exec yes >&2', codes: ['output_too_large'] },
  'one line without end': { script: 'exec tr "\\0" x </dev/zero', codes: ['output_too_large'] },
  'no answer after the login': { script: 'exec sleep 600', codes: ['command_timeout'] },
  'an answer that drips': { script: 'while :; do printf x; sleep 0.2; done', codes: ['command_timeout'] },
  'an end without a status': { script: 'kill -9 $PPID; sleep 600', codes: ['connection_lost'] },
  'a program that was killed': { script: 'kill -9 $$', codes: ['connection_lost', 'shell_unusable'] },
  'a shell that turns away': { script: 'echo This account is not available.; exit 1', codes: ['shell_unusable'] },
  'success without having run anything': { script: 'exit 0', codes: ['shell_unusable'] },
  'escape sequences as an answer': {
    script: 'printf "\\033]0;owned\\007\\033[2J\\033[31m%s\\n" no >&2; exit 3',
    codes: ['shell_unusable'],
  },
}

/** Offers only insecure algorithms. A client that accepts one would be downgraded. */
const weakSettings: Record<string, string> = {
  'only an old key exchange': 'KexAlgorithms diffie-hellman-group14-sha1',
  'only a key exchange with groups of the server’s choice': 'KexAlgorithms diffie-hellman-group-exchange-sha1',
  'only old ciphers': 'Ciphers aes128-cbc,3des-cbc',
  'only old checksums': 'Ciphers aes128-ctr\nMACs hmac-sha1,hmac-md5',
}

export async function meetSessions(testEnv: TestEnv): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-hostile-'))
  try {
    await chmod(folder, 0o755)
    await inParallel(Object.entries(programs), lanes, async ([name, { script, codes }]) => {
      const file = join(folder, `${randomUUID()}.sh`)
      await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      await withSshd([`ForceCommand ${file}`], (use) =>
        mustFail(testEnv, name, { codes, withinMs: commandMs + slackMs }, () =>
          use(testEnv, (connection) => connection.run(['true'], { deadlineMs: commandMs })),
        ),
      )
    })
    for (const [name, settings] of Object.entries(weakSettings)) {
      await withSshd([settings], async (use) => {
        const codes = ['no_common_algorithm'] as const
        await mustFail(testEnv, name, { codes, withinMs: slackMs }, () => use(testEnv, async () => undefined))
      })
    }
    await askForMore(testEnv)
    await showBanner(testEnv, join(folder, 'banner'))
    await showHugeBanner(testEnv, join(folder, 'banner'))
    await limitSessions(testEnv)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await mustStillServe(testEnv, 'the sessions')
}

type Use = <Result>(testEnv: TestEnv, work: (connection: ServerConnection) => Promise<Result>) => Promise<Result>

async function withSshd(settings: readonly string[], work: (use: Use, sshd: Sshd) => Promise<void>): Promise<void> {
  const key = await createKeyPair()
  await using sshd = await startSshd({ authorizedKeys: [key.publicKey], settings })
  const target = reach(sshd.port, { hostKeys: pinned(sshd.hostKeys), key, username: sshd.username })
  const use: Use = (testEnv, inner) =>
    testEnv.pool.use(target, inner, { deadlineMs: 10_000 }).finally(() => testEnv.pool.drop(target.id))
  await work(use, sshd)
}

/** The server would accept an agent, a display and any variable. The client must not offer any of them. */
async function askForMore(testEnv: TestEnv): Promise<void> {
  const settings = ['AllowAgentForwarding yes', 'X11Forwarding yes', 'AcceptEnv *', 'PermitTunnel yes', 'PermitTTY yes']
  await withSshd(settings, async (use, sshd) => {
    const { stdout } = await use(testEnv, (connection) => connection.run(['env'], { deadlineMs: 5_000 }))
    testEnv.report.expect(
      !/^(SSH_AUTH_SOCK|DISPLAY|SSH_TTY)=/m.test(stdout),
      'an agent, display or terminal was offered',
    )
    const asked = /request (auth-agent-req@openssh\.com|x11-req|env|pty-req|tun@openssh\.com)/.exec(sshd.log)?.[1]
    testEnv.report.expect(asked === undefined, `the server was asked for ${asked}`)
    testEnv.report.expect(
      sshd.log.includes('request exec'),
      'the log of sshd shows no command: this case proves nothing',
    )
  })
}

async function showBanner(testEnv: TestEnv, file: string): Promise<void> {
  await writeFile(file, '\u001b]0;owned\u0007\u001b[2JREMOTE HOST IDENTIFICATION \u202e\r\n'.repeat(4_000))
  const [key, other] = [await createKeyPair(), await createKeyPair()]
  await using sshd = await startSshd({ authorizedKeys: [key.publicKey], settings: [`Banner ${file}`] })
  const hostKeys = pinned(sshd.hostKeys)
  const right = reach(sshd.port, { hostKeys, key, username: sshd.username })
  const answer = await testEnv.pool.use(right, (each) => each.run(['echo', 'x'], { deadlineMs: 5_000 }), {
    deadlineMs: 9_000,
  })
  testEnv.report.expect(answer.stdout === 'x\n' && answer.stderr === '', 'a long banner gets into the answer')
  await testEnv.pool.drop(right.id)
  const wrong = reach(sshd.port, { hostKeys, key: other, username: sshd.username })
  await mustFail(
    testEnv,
    'a long banner with escape sequences, then no',
    { codes: ['key_refused'], withinMs: slackMs },
    () => testEnv.pool.use(wrong, async () => undefined, { deadlineMs: 9_000 }),
  )
}

/** One packet of SSH holds 256 KB; ssh refuses a larger one before it reads it. */
async function showHugeBanner(testEnv: TestEnv, file: string): Promise<void> {
  await writeFile(file, 'x'.repeat(900_000))
  await withSshd([`Banner ${file}`], (use) =>
    mustFail(testEnv, 'a banner in one huge packet', { codes: ['not_ssh', 'connection_lost'], withinMs: slackMs }, () =>
      use(testEnv, async () => undefined),
    ),
  )
}

/** Fewer sessions than Longshore would use: all commands still complete, one after another if necessary. */
async function limitSessions(testEnv: TestEnv): Promise<void> {
  for (const limit of [1, 2, 5]) {
    await withSshd([`MaxSessions ${limit}`], async (use) => {
      const args = Array.from({ length: 20 }, (_, index) => `word ${index}`)
      const answers = await use(testEnv, (connection) =>
        Promise.all(args.map((word) => connection.run(['echo', word], { deadlineMs: 30_000, stdin: word }))),
      ).catch((error: unknown) => [{ stdout: String(error) }])
      const isWhole = answers.map((each) => each.stdout.trim()).join() === args.join()
      testEnv.report.expect(isWhole, `with MaxSessions ${limit}: ${answers[0]?.stdout}`)
    })
  }
}
