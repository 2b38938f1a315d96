/**
 * Commands before sign-in, sign-in itself, and the first server: how each failure is reported, and where credentials
 * are stored.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CliTestEnv } from '../../support/cli/cli.ts'
import { password } from '../../support/client.ts'
import type { DeployServer } from '../../support/deploy-test-env.ts'
import { freePorts } from '../../support/free-ports.ts'
import { removeServer } from '../../support/servers.ts'

export async function signIn({ testEnv, config, call }: CliTestEnv): Promise<void> {
  const { report, instance, person } = testEnv
  const unused = await call(['whoami'])
  report.expect(
    unused.code === 3 && unused.stderr.includes('longshore login'),
    `no one is signed in: ${unused.code} ${unused.stderr}`,
  )
  const login = ['login', instance.url, '--email', person.email, '--password-stdin']
  const wrong = await call([...login, '--json'], { input: 'wrong password\n' })
  const reported = JSON.parse(wrong.stderr).error
  report.expect(
    wrong.code === 3 && reported.exitCode === 3 && reported.code === 'invalid_credentials',
    `a wrong password: ${wrong.stderr}`,
  )
  report.expect(
    reported.page === `${instance.url}/problems/invalid_credentials`,
    `the page of the problem: ${reported.page}`,
  )
  report.expect((await fetch(reported.page)).status === 200, 'the page of the problem is there')
  const signedIn = await call(login, { input: `${password}\n` })
  report.expect(signedIn.code === 0 && signedIn.stdout.includes(person.email), `login: ${signedIn.stderr}`)
  const files = await readdir(join(config, 'longshore/profiles'))
  const { mode } = await stat(join(config, 'longshore/profiles', files[0] ?? ''))
  report.expect(
    files.length === 1 && (mode & 0o777) === 0o600,
    `one profile that only its owner reads: ${files} ${mode.toString(8)}`,
  )
  const me = await call(['whoami', '--json'])
  report.expect(me.json?.user?.email === person.email, `whoami: ${me.stdout}${me.stderr}`)
  // Several commands refresh the same session at once, and none loses it.
  const several = await Promise.all([1, 2, 3].map(() => call(['whoami'])))
  report.expect(
    several.every((each) => each.code === 0),
    `three at once: ${several.map((each) => each.stderr)}`,
  )
  const [port] = await freePorts(1)
  const away = await call(['login', `http://127.0.0.1:${port}`, '--email', 'a@example.com', '--password-stdin'], {
    input: 'x',
  })
  report.expect(away.code === 6, `nothing responds there: ${away.code} ${away.stderr}`)
  for (const args of [['nosuch'], ['deploy', '--nosuch'], ['env', 'unset'], ['login', 'ftp://x']]) {
    const { code } = await call(args)
    report.expect(code === 2, `${args.join(' ')} is a mistake in the line: ${code}`)
  }
}

/** The server of the test environment, registered by the command line instead. */
export async function addServer({ testEnv, directory, call }: CliTestEnv): Promise<DeployServer> {
  const { report, servers } = testEnv
  const [first] = servers
  if (first === undefined) throw new Error('a server was asked for')
  await removeServer(testEnv, first.id, '?removeProxy=false')
  const { target } = first
  await writeFile(join(directory, 'key'), target.keys.root.privateKey, { mode: 0o600 })
  const args = ['server', 'add', 'one', target.host, '--port', String(target.port), '--key', 'key', '--json']
  const added = await call(args)
  report.expect(
    added.code === 0 && added.json?.status === 'ready',
    `server add: ${added.stdout.slice(-500)}${added.stderr}`,
  )
  const listed = await call(['server', 'list'])
  report.expect(/^one\s.*\sready\s/m.test(listed.stdout), `server list: ${listed.stdout}`)
  const tested = await call(['server', 'test', 'one'])
  report.expect(tested.code === 0 && /✓ docker/.test(tested.stdout), `server test: ${tested.stdout}${tested.stderr}`)
  const again = await call(args)
  report.expect(again.code === 5, `the same again is refused: ${again.code} ${again.stderr}`)
  report.expect(!(await readFile(join(directory, 'key'), 'utf8')).includes('lgs_'), 'the key is only read')
  return { target, id: String(added.json?.id) }
}

/** The changes match the plan that is shown first, and the server stays reachable. */
export async function hardenServer({ testEnv: { report }, call }: CliTestEnv): Promise<void> {
  const plan = await call(['server', 'harden', 'one', '--dry-run'])
  report.expect(
    plan.code === 0 && /^ {2}\+/m.test(plan.stdout) && /\d+ changes, planned\./.test(plan.stdout),
    `server harden --dry-run: ${plan.code} ${plan.stdout.slice(-400)}${plan.stderr}`,
  )
  const done = await call(['server', 'harden', 'one', '--yes', '--json'])
  report.expect(
    done.code === 0 && done.json?.status === 'confirmed',
    `server harden: ${done.code} ${done.stdout.slice(-400)}${done.stderr}`,
  )
  const tested = await call(['server', 'test', 'one'])
  report.expect(tested.code === 0, `it can be reached after it: ${tested.stdout}${tested.stderr}`)
}
