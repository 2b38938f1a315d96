/** Tests by id: they use the server's own key and pins, and nothing has to be sent again. */

import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { type Answer, call, callAs, signUp } from '../../support/client.ts'
import { isQuick } from '../../support/command-line.ts'
import { eventually } from '../../support/eventually.ts'
import { loginTo } from './cases.ts'
import { endOf, forgetLimits, type Tested, type TopicContext, testConnection } from './request.ts'
import { restartSshd } from './target-cases.ts'

const stateTimeoutMs = 60_000

export async function proveRegistered(context: TopicContext, target: Target): Promise<void> {
  const users: readonly TargetUser[] = isQuick ? ['deploy'] : ['root', 'deploy']
  for (const username of users) {
    const serverId = await register(context, loginTo(target, username))
    await testKnown(context, serverId, username)
    await testSwapped(context, target, serverId)
    await removeServer(context, serverId)
  }
  if (!isQuick) for (const username of users) await testBehindJump(context, target, username)
}

async function testKnown(context: TopicContext, serverId: string, username: string): Promise<void> {
  const { report, instance } = context
  await forgetLimits(context)
  const tested = await testConnection(context, { serverId })
  report.expect(isAllFine(tested), `the registered server as ${username}: ${tested.text.slice(-2_000)}`)
  report.expect(endOf(tested, 'host_key')?.detail?.startsWith('As expected') === true, 'the pins are compared')
  const { token } = await signUp(instance)
  const foreign = await testConnection(context, { serverId }, { token })
  report.expect(foreign.status === 404, `another organization's server: ${foreign.status}`)
}

/** A reinstalled server or an attacker in between: nothing is sent to it. */
async function testSwapped(context: TopicContext, target: Target, serverId: string): Promise<void> {
  const keys = '/etc/ssh/ssh_host_ed25519_key'
  const away = ['mv', keys, `${keys}.pub`, '/root/']
  const types = ['ecdsa', 'rsa'].map((type) => `/etc/ssh/ssh_host_${type}_key`)
  await target.mustExec(away)
  for (const file of types) await target.mustExec(['mv', file, `${file}.pub`, '/root/'])
  await target.mustExec(['ssh-keygen', '-A'])
  await restartSshd(target)
  const before = await target.mustExec(['date', '+%s'])
  const tested = await testConnection(context, { serverId })
  const end = endOf(tested, 'host_key')
  context.report.expect(end?.code === 'host_key_changed', `a swapped server: ${JSON.stringify(end)}`)
  context.report.expect(endOf(tested, 'auth')?.status === 'skipped', 'a login was tried at a swapped server')
  const log = await target.mustExec(['journalctl', '-u', 'ssh', '--since', `@${before}`, '--no-pager'])
  context.report.expect(!/Accepted|Failed|userauth/.test(log), `a swapped server was sent a login: ${log}`)
  for (const file of [keys, ...types]) {
    const name = file.split('/').at(-1) ?? ''
    await target.mustExec(['mv', `/root/${name}`, `/root/${name}.pub`, '/etc/ssh/'])
  }
  await restartSshd(target)
}

async function testBehindJump(context: TopicContext, near: Target, username: TargetUser): Promise<void> {
  await using far = await startTarget()
  const jump = await register(context, loginTo(near, username))
  const behind = await register(context, {
    ...loginTo(far, username),
    host: far.address,
    port: 22,
    jumpServerId: jump,
  })
  await forgetLimits(context)
  const tested = await testConnection(context, { serverId: behind })
  context.report.expect(isAllFine(tested), `behind a jump server as ${username}: ${tested.text.slice(-2_000)}`)
  await removeServer(context, behind)
  await removeServer(context, jump)
}

/** Registers it and waits until it is ready; returns its id. */
async function register(context: TopicContext, body: Record<string, unknown>): Promise<string> {
  const { instance, person } = context
  const name = `Tested ${String(body.host)} ${String(body.username)}`
  const made = await call(instance, 'POST', '/api/v1/servers', { token: person.token, body: { name, ...body } })
  if (made.status !== 201) throw new Error(`register: ${made.status} ${made.text}`)
  const id = String(made.body.id)
  await waitFor(context, id, ({ status, body: server }) => status === 200 && server.status === 'ready')
  return id
}

async function removeServer(context: TopicContext, id: string): Promise<void> {
  await callAs(context.instance, context.person, { method: 'DELETE', path: `/servers/${id}?force=true&permanent=true` })
  await waitFor(context, id, ({ status }) => status === 404)
}

async function waitFor(context: TopicContext, id: string, holds: (answer: Answer) => boolean): Promise<void> {
  const { instance, person } = context
  const read = () => call(instance, 'GET', `/api/v1/servers/${id}`, { token: person.token })
  await eventually('the server has the expected state', read, { holds, withinMs: stateTimeoutMs })
}

function isAllFine({ result }: Tested): boolean {
  return result?.ok === true && result.complete && result.warnings.length === 0
}
