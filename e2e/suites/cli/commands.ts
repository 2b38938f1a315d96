/** Commands that work without a server: second factor, tokens, domains, backups, refused hardening, completion. */
import { TOTP, URI } from 'otpauth'
import { type CliTestEnv, createCliTestEnv } from '../../support/cli/cli.ts'
import { password, signUp } from '../../support/client.ts'
import { insertFakeBackup } from '../../support/fake-backup.ts'
import { giveServer, makeEnvironment, markConnected } from '../../support/fixtures.ts'
import { startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { runTopic } from '../../support/run-topics.ts'
import { mustAsk, type ServersContext, serverEnvironment } from '../../support/servers.ts'
import { codeOf, previousCodeOf } from '../../support/totp.ts'
import { completeInShells } from './shells.ts'

type Cli = CliTestEnv<ServersContext>

export async function tryCommands(report: Report): Promise<void> {
  await using instance = await startInstance({ environment: serverEnvironment })
  const testEnv: ServersContext = { instance, report, person: await signUp(instance) }
  await using cli = await createCliTestEnv(testEnv)
  const login = ['login', instance.url, '--email', testEnv.person.email, '--password-stdin']
  const signedIn = await cli.call(login, { input: `${password}\n` })
  report.expect(signedIn.code === 0, `login: ${signedIn.stderr}`)
  const environmentId = await makeEnvironment(settingOf(testEnv), 'shop')
  await runTopic(testEnv, 'tokens', () => listTokens(cli))
  await runTopic(testEnv, 'domains', () => attachDomain(cli))
  await runTopic(testEnv, 'restore', () => restore(cli, environmentId))
  await runTopic(testEnv, 'db', () => reachDatabase(cli, environmentId))
  await runTopic(testEnv, 'harden', () => harden(cli))
  await runTopic(testEnv, 'completion', () => completeInShells(cli))
  await runTopic(testEnv, 'second-factor', () => signInTwice(cli, login))
}

function settingOf({ instance, person }: ServersContext) {
  const people = { viewer: person, developer: person, admin: person, owner: person }
  return { instance, organizationId: person.organizationId, people, spare: person }
}

/** Output of `whoami` for a token. */
interface Caller {
  permissions: string[]
  token: { name: string; scopes: string[] } | null
}

async function listTokens({ testEnv: { report, instance }, call }: Cli): Promise<void> {
  const by = async (...scopes: string[]) => {
    const args = scopes.flatMap((scope) => ['--scope', scope])
    const token = (await call(['token', 'create', `of ${scopes.length}`, ...args])).stdout.trim()
    const environment = { LONGSHORE_URL: instance.url, LONGSHORE_TOKEN: token }
    return { token, ...(await call<Caller>(['whoami', '--json'], { environment })) }
  }
  const deployer = await by('deployments:read', 'deployments:write')
  report.expect(
    deployer.json?.permissions?.join() === 'deployments:read,deployments:write' && deployer.json.token === null,
    `what a token may: ${deployer.stdout}${deployer.stderr}`,
  )
  const known = await by('tokens:read', 'projects:read', 'secrets:reveal')
  report.expect(
    known.json?.token?.name === 'of 3' && known.json.token.scopes.includes('secrets:reveal'),
    `its name and scopes: ${known.stdout}${known.stderr}`,
  )
  report.expect(!known.stdout.includes(known.token), 'the token is not shown')
  const kept = await call(['login', instance.url, '--token-stdin', '--profile', 'kept'], { input: `${known.token}\n` })
  const me = await call(['whoami', '--profile', 'kept'])
  report.expect(
    kept.code === 0 && /^of 3 at .*\n[\s\S]*Permissions: projects:read, tokens:read/.test(me.stdout),
    `a token that is kept: ${me.stdout}${me.stderr}`,
  )
  const revoked = await call(['token', 'revoke', 'of 3', '--profile', 'default'])
  report.expect(revoked.code === 0, `token revoke: ${revoked.stderr}`)
  const late = await call(['whoami', '--profile', 'kept'])
  report.expect(late.code === 3, `a token that was revoked: ${late.code} ${late.stderr}`)
  await call(['logout', '--profile', 'kept'])
  await call(['profile', 'use', 'default'])
}

async function attachDomain({ testEnv: { report }, call }: Cli): Promise<void> {
  const added = await call(['domain', 'add', 'App.Example.com', '--env', 'shop/shop'])
  report.expect(
    added.code === 0 && /app\.example\.com now points to web in shop\/shop/.test(added.stdout),
    `domain add: ${added.code} ${added.stdout}${added.stderr}`,
  )
  report.expect(/TYPE +NAME +EXPECTED/.test(added.stdout), `with the records it needs: ${added.stdout}`)
  const listed = await call(['domain', 'list', '--json'])
  report.expect(listed.json?.items?.length === 1, `domain list: ${listed.stderr}`)
  // No name server responds here.
  const verified = await call(['domain', 'verify', 'app.example.com', '--json'])
  report.expect(
    verified.code === 1 && ['failed', 'pending', 'verifying'].includes(String(verified.json?.status)),
    `domain verify: ${verified.code} ${verified.stdout.slice(0, 300)}${verified.stderr}`,
  )
  const absent = await call(['domain', 'verify', 'nosuch.example.com'])
  report.expect(absent.code === 4, `a domain that is not there: ${absent.code}`)
  const bad = await call(['domain', 'add', 'not a name', '--env', 'shop/shop'])
  report.expect(bad.code === 5 && bad.stderr.includes('hostname'), `no name: ${bad.code} ${bad.stderr}`)
}

async function restore({ testEnv, call }: Cli, environmentId: string): Promise<void> {
  const { report } = testEnv
  const id = await insertFakeBackup(settingOf(testEnv), environmentId)
  const own = ['--env', 'shop/shop']
  const listed = await call(['backup', 'list', ...own])
  report.expect(listed.stdout.includes(id), `backup list: ${listed.stdout}${listed.stderr}`)
  const unasked = await call(['backup', 'restore', id, ...own])
  report.expect(
    unasked.code === 2 && unasked.stderr.includes('--confirm shop'),
    `without a terminal the name can't be typed: ${unasked.code} ${unasked.stderr}`,
  )
  const wrong = await call(['backup', 'restore', id, ...own, '--confirm', 'production'])
  report.expect(wrong.code === 2, `another name: ${wrong.code} ${wrong.stderr}`)
  const { items } = await mustAsk(testEnv, 'GET', `/environments/${environmentId}/backups/restores`)
  report.expect(items.length === 0, 'nothing was begun')
  const refused = await call(['backup', 'restore', id, ...own, '--confirm', 'shop', '--json'])
  const reported = JSON.parse(refused.stderr || '{}').error
  report.expect(
    refused.code === 5 && reported?.code !== undefined && reported.hint !== '',
    `nothing runs into which it could go: ${refused.code} ${refused.stdout}${refused.stderr}`,
  )
  report.figure('restoreRefused', reported?.code ?? refused.code)
  const absent = await call(['backup', 'restore', 'bkp_01k9z4q7xkf0n8v4w2t6m3c5ra', ...own, '--confirm', 'shop'])
  report.expect(absent.code === 4, `no such backup: ${absent.code} ${absent.stderr}`)
}

async function reachDatabase({ testEnv, call }: Cli, environmentId: string): Promise<void> {
  const { report } = testEnv
  const own = ['--env', 'shop/shop']
  const closed = await call(['db', ...own])
  report.expect(closed.code === 5 && closed.stderr.includes('loopbackPort'), `db without a port: ${closed.stderr}`)
  await giveServer(settingOf(testEnv), environmentId)
  const services = [
    { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } },
    { name: 'db', kind: 'postgres', loopbackPort: 15_432 },
  ]
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/services`, { services })
  const reported = await call(['db', ...own])
  report.expect(
    reported.code === 0 &&
      /ssh -N -L 127\.0\.0\.1:15432:/.test(reported.stdout) &&
      /psql .* -p 15432/.test(reported.stdout),
    `db: ${reported.stdout}${reported.stderr}`,
  )
  report.expect((await call(['db', 'nosuch', ...own])).code === 4, 'no such database')
}

async function harden({ testEnv, call }: Cli): Promise<void> {
  const { report, instance } = testEnv
  const added = await call(['server', 'add', 'far', '127.0.0.1', '--port', '21999', '--no-wait', '--json'])
  report.expect(added.code === 0 && added.json?.setupCommand !== null, `server add without a key: ${added.stderr}`)
  const early = await call(['server', 'harden', 'far', '--dry-run'])
  report.expect(early.code === 5, `before it is connected: ${early.code} ${early.stderr}`)
  await markConnected(instance, String(added.json?.id))
  const unasked = await call(['server', 'harden', 'far'])
  report.expect(unasked.code === 2 && unasked.stderr.includes('--yes'), `no terminal for the prompt: ${unasked.stderr}`)
  const wrong = await call(['server', 'harden', 'far', '--dry-run', '--allow-port', 'many'])
  report.expect(wrong.code === 2, `no port: ${wrong.code} ${wrong.stderr}`)
  report.expect((await call(['server', 'harden', 'nosuch', '--dry-run'])).code === 4, 'no such server')
}

/** This topic is last, because a password is not enough afterwards. */
async function signInTwice({ testEnv, call }: Cli, login: readonly string[]): Promise<void> {
  const { report } = testEnv
  const { otpauthUrl } = await mustAsk(testEnv, 'POST', '/auth/mfa')
  const totp = URI.parse(otpauthUrl)
  if (!(totp instanceof TOTP)) throw new Error('not a TOTP address')
  const { recoveryCodes } = await mustAsk<{ recoveryCodes: [string] }>(testEnv, 'POST', '/auth/mfa/confirm', {
    code: await previousCodeOf(totp),
  })
  const input = `${password}\n`
  const unasked = await call(login, { input })
  report.expect(
    unasked.code === 2 && unasked.stderr.includes('--code'),
    `no terminal to ask for the code: ${unasked.code} ${unasked.stderr}`,
  )
  const wrong = await call([...login, '--code', '000000'], { input })
  report.expect(wrong.code === 3, `a wrong code: ${wrong.code} ${wrong.stderr}`)
  const right = await call([...login, '--code', codeOf(totp)], { input })
  report.expect(right.code === 0, `with the code: ${right.code} ${right.stderr}`)
  const rescued = await call([...login, '--code', recoveryCodes[0]], { input })
  report.expect(rescued.code === 0, `with a recovery code: ${rescued.code} ${rescued.stderr}`)
  report.expect((await call(['whoami'])).code === 0, 'signed in')
}
