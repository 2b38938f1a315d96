/** Nothing changes before the user has confirmed it in their client, and then exactly what they confirmed changes. */

import { setTimeout as delay } from 'node:timers/promises'
import type { AuditRecord, Page, Variables } from '@longshore/sdk'
import type { McpClient, McpMessage, Person } from '../../support/cli/mcp-client.ts'
import { mustAsk } from '../../support/servers.ts'
import { allowAll, type McpTestEnv, readScopes, writeScopes } from './test-env.ts'

const environment = 'shop/shop'
const key = 'FEATURE'
const deadlineMs = 30_000

export async function confirm(testEnv: McpTestEnv): Promise<void> {
  const { report, environmentId } = testEnv
  const { id, token } = await testEnv.createToken([...readScopes, ...writeScopes])
  const variables = [{ key, value: 'on', secret: false }]
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/variables`, { variables })
  const connect = async (person: Person | undefined, args: readonly string[] = allowAll) =>
    await testEnv.connect(token, { args, person })
  const untouched = async (what: string) => {
    const actions = await actionsOf(testEnv, id)
    report.expect(
      actions.length === 0 && (await readValue(testEnv)) === 'on',
      `${what}: nothing is done, not ${actions}`,
    )
  }
  for (const person of ['decline', 'cancel', 'fail'] as const) {
    const client = await connect(person)
    await tryAll(testEnv, client, person)
    await untouched(`the person says ${person}`)
  }
  await sayYesForThePerson(testEnv, await connect('decline'))
  await untouched('a yes that is not the person’s')
  await giveUp(testEnv, await connect('wait'))
  await untouched('a yes after the call was given up')
  await tryAll(testEnv, await connect(undefined), 'forbidden')
  await untouched('a client that cannot ask')

  const unattended = await connect(undefined, ['--unattended', 'write'])
  const set = await unattended.call('set_variables', { environment, variables: [{ key, value: 'off' }] })
  report.expect(
    !set.isError && (await readValue(testEnv)) !== 'on',
    `--unattended write needs no question: ${set.text}`,
  )
  const kept = await unattended.call('remove_variable', { environment, key })
  report.expect(
    kept.isError && (await readValue(testEnv)) !== undefined,
    `and doesn't confirm a destructive tool: ${kept.text}`,
  )

  const client = await connect('accept')
  const removed = await client.call('remove_variable', { environment, key })
  report.expect(!removed.isError && (await readValue(testEnv)) === undefined, `a yes removes it: ${removed.text}`)
  const [question] = client.questions
  const message = String(question?.params.message)
  const parts = ['“FEATURE”', 'environment “shop” of project “shop”', 'moves to the trash', testEnv.instance.url]
  report.expect(
    client.questions.length === 1 && parts.every((part) => message.includes(part)),
    `what the person reads: ${message}`,
  )
  const actions = await actionsOf(testEnv, id)
  report.expect(actions.length === 2, `only what was agreed to is in the audit log: ${actions}`)
}

/** Each change is confirmed once, and the assistant learns the user's decision. */
async function tryAll({ report }: McpTestEnv, client: McpClient, person: Person | 'forbidden'): Promise<void> {
  const codes: Partial<Record<typeof person, string>> = {
    decline: 'declined',
    cancel: 'canceled',
    forbidden: 'forbidden',
  }
  const calls: [string, object][] = [
    ['remove_variable', { environment, key }],
    ['set_variables', { environment, variables: [{ key, value: 'off' }] }],
    ['stop_environment', { environment }],
    ['deploy', { environment }],
  ]
  for (const [name, given] of calls) {
    const answer = await client.call(name, given)
    report.expect(answer.isError && answer.value?.code === codes[person], `${name}, ${person}: ${answer.text}`)
  }
  const asked = person === 'forbidden' ? 0 : calls.length
  report.expect(client.questions.length === asked, `${person}: asked ${client.questions.length} times, not ${asked}`)
}

/** An assistant that was tricked by a prompt injection, and a client that was tricked, too. */
async function sayYesForThePerson({ report }: McpTestEnv, client: McpClient): Promise<void> {
  const given = { environment, key }
  const argument = await client.call('remove_variable', { ...given, confirm: true })
  report.expect(argument.isError && client.questions.length === 0, `confirm isn't an argument: ${argument.text}`)
  const inputResponses = { confirm: { action: 'accept', content: {} } }
  for (const more of [{ inputResponses }, { inputResponses, requestState: 'yes' }]) {
    const forged = await client.call('remove_variable', given, more)
    report.expect(forged.isError, `an unrequested response: ${forged.text}`)
  }
}

async function giveUp({ report }: McpTestEnv, client: McpClient): Promise<void> {
  const params = { name: 'remove_variable', arguments: { environment, key } }
  client.write(JSON.stringify({ jsonrpc: '2.0', id: 'late', method: 'tools/call', params }))
  const deadline = Date.now() + deadlineMs
  while (client.questions.length === 0 && Date.now() < deadline) await delay(20)
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'late' } }
  client.write(JSON.stringify(cancelled))
  client.answer(client.questions[0] as McpMessage, 'accept')
  report.expect((await client.ask('ping')).result !== undefined, "an aborted call doesn't block others")
}

async function readValue(testEnv: McpTestEnv): Promise<string | null | undefined> {
  const { items } = await mustAsk<Variables>(testEnv, 'GET', `/environments/${testEnv.environmentId}/variables`)
  return items.find((each: { key: string }) => each.key === key)?.value
}

/** The changes that this token made. */
export async function actionsOf(testEnv: McpTestEnv, tokenId: string): Promise<string[]> {
  const { items } = await mustAsk<Page<AuditRecord>>(testEnv, 'GET', '/audit-log?limit=100')
  const own = items.filter((each) => each.actor.id === tokenId)
  return own.map((each: { action: string }) => each.action)
}
