import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { createConfirmations } from './confirmations.ts'
import { serve } from './serve.ts'
import type { Tool, ToolCall } from './tool.ts'
import { createToolAccess } from './tool-access.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the protocol carries
type Json = any

const ran: unknown[] = []
const shape = { description: 'A tool of the test.', needs: [], operations: [], properties: {} }
const planned = (name: string, kind: 'write' | 'destroy'): Tool => ({
  ...shape,
  name,
  kind,
  properties: { target: { type: 'string', description: 'What is changed.' } },
  plan: async ({ text }) => ({
    question: `Change ${name}.`,
    run: async () => void ran.push([name, text('target')]),
  }),
})
const tools: readonly Tool[] = [
  {
    ...shape,
    name: 'look',
    kind: 'read',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many.' } },
    run: async () => ({ text: 'a\u009bb\u{e0041}\u202e' }),
  },
  {
    ...shape,
    name: 'wait',
    kind: 'read',
    run: ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(ran.push('given up')), { once: true })),
  },
  {
    ...shape,
    name: 'ponder',
    kind: 'write',
    plan: async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { question: 'Ponder.', run: async () => void ran.push('too late') }
    },
  },
  planned('change', 'write'),
  planned('remove', 'destroy'),
]

const modernMeta = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})

/** A client that answers questions with `answer`. Undefined: it doesn't answer. */
function start(options: { allowed?: string[]; unattended?: string[]; action?: string | undefined } = {}) {
  const { allowed = ['write', 'destroy'], unattended = [], action } = options
  const input = new PassThrough()
  const waiting = new Map<unknown, (message: Json) => void>()
  const seen = { lines: [] as string[], questions: [] as Json[], warnings: [] as string[] }
  const send = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const take = (text: string) => {
    seen.lines.push(text)
    const message: Json = JSON.parse(text)
    if (message.method === 'elicitation/create') {
      seen.questions.push(message)
      if (action !== undefined) send({ id: message.id, result: { action } })
    } else waiting.get(message.id)?.(message)
  }
  const toCall = (given: Record<string, unknown>, signal: AbortSignal) =>
    ({ text: (name: string) => given[name], signal }) as unknown as ToolCall
  const access = createToolAccess({ client: { call: async () => ({}) } as never, allowed, unattended })
  const ended = serve({
    input,
    write: take,
    warn: (text) => seen.warnings.push(text),
    url: 'https://deploy.example.com',
    tools,
    access,
    confirmations: createConfirmations(),
    toCall,
  })
  let nextId = 1
  const ask = async (method: string, params: object = {}): Promise<Json> => {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Json>()
    waiting.set(id, resolve)
    send({ id, method, params })
    return await promise
  }
  const greet = async (capabilities: object = { elicitation: {} }, protocolVersion = '2025-06-18') => {
    const greeted = await ask('initialize', {
      protocolVersion,
      capabilities,
      clientInfo: { name: 'test', version: '1' },
    })
    send({ method: 'notifications/initialized' })
    return greeted
  }
  const call = async (name: string, given: object = {}, more: object = {}) =>
    await ask('tools/call', { name, arguments: given, ...more })
  return { ask, greet, call, send, seen, end: () => input.end(), ended }
}

async function names({ ask }: ReturnType<typeof start>, params: object = {}): Promise<string[]> {
  return (await ask('tools/list', params)).result.tools.map((each: Json) => each.name)
}

afterEach(() => {
  ran.length = 0
})

test("negotiates the client's protocol version, or the newest that starts with a handshake", async () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
    expect((await start().greet({}, version)).result.protocolVersion).toBe(version)
  expect((await start().greet({}, '1999')).result.protocolVersion).toBe('2025-11-25')
})

test('stops at the end of the input and at a message that is too long', async () => {
  const { end, ended } = start()
  end()
  await ended
  const other = start()
  other.send({ id: 1, method: 'ping', params: { x: 'x'.repeat(2 << 20) } })
  await other.ended
  expect(other.seen.warnings).toHaveLength(1)
})

test('validates arguments and sanitizes results', async () => {
  const client = start()
  await client.greet()
  for (const limit of [0, 101, '5']) expect((await client.call('look', { limit })).result.isError).toBe(true)
  await client.call('look')
  expect(client.seen.lines.at(-1)).toContain('a\\\\u009bb\\\\udb40\\\\udc41\\\\u202e')
  const { error } = await client.call('no\u202esuch')
  expect(error.code).toBe(-32_602)
  expect(client.seen.lines.at(-1)).toContain('no\\u202esuch')
})

test('stops a call that the client cancels', async () => {
  const client = start()
  await client.greet()
  client.send({ id: 'w', method: 'tools/call', params: { name: 'wait' } })
  await client.ask('ping')
  client.send({ method: 'notifications/cancelled', params: { requestId: 'w' } })
  await client.ask('ping')
  expect(ran).toEqual(['given up'])
})

test('offers only read tools without options, even if the client can ask', async () => {
  const client = start({ allowed: [], action: 'accept' })
  await client.greet()
  expect(await names(client)).toEqual(['look', 'wait'])
  for (const name of ['change', 'remove']) expect((await client.call(name)).result.isError).toBe(true)
  expect([ran, client.seen.questions]).toEqual([[], []])
})

test('makes a change only after the person accepts', async () => {
  for (const action of ['decline', 'cancel', 'perhaps']) {
    const client = start({ action })
    await client.greet()
    for (const name of ['change', 'remove']) expect((await client.call(name)).result.isError).toBe(true)
    expect(client.seen.questions).toHaveLength(2)
  }
  expect(ran).toEqual([])
  const client = start({ action: 'accept' })
  await client.greet()
  expect((await client.call('remove', { target: 'a' })).result.isError).toBeUndefined()
  expect(client.seen.questions[0].params.message).toMatch(/^Change remove\.\n\n.*https:\/\/deploy\.example\.com/)
  expect(ran).toEqual([['remove', 'a']])
})

test('ignores a confirmation that is part of the request', async () => {
  const client = start({ action: 'decline' })
  await client.greet()
  const inputResponses = { confirm: { action: 'accept' } }
  expect((await client.call('remove', {}, { inputResponses })).result.isError).toBe(true)
  expect(client.seen.questions).toHaveLength(1)
  expect((await client.call('remove', {}, { inputResponses, requestState: 'made-up' })).result.isError).toBe(true)
  expect((await client.call('remove', { confirm: true })).result.isError).toBe(true)
  expect(ran).toEqual([])
})

test('ignores a confirmation after the client canceled the call', async () => {
  const client = start()
  await client.greet()
  client.send({ id: 'r', method: 'tools/call', params: { name: 'remove', arguments: {} } })
  while (client.seen.questions.length === 0) await client.ask('ping')
  client.send({ method: 'notifications/cancelled', params: { requestId: 'r' } })
  client.send({ id: client.seen.questions[0].id, result: { action: 'accept' } })
  for (let round = 0; round < 5; round += 1) await client.ask('ping')
  expect(ran).toEqual([])
})

test('a call that is canceled during preparation changes nothing, even unattended', async () => {
  const client = start({ unattended: ['write'] })
  await client.greet()
  client.send({ id: 'p', method: 'tools/call', params: { name: 'ponder' } })
  await client.ask('ping')
  client.send({ method: 'notifications/cancelled', params: { requestId: 'p' } })
  for (let round = 0; round < 5; round += 1) await client.ask('ping')
  expect(ran).toEqual([])
})

test('offers no change tools to a client that cannot ask, and explains why', async () => {
  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    const client = start()
    await client.greet(capabilities)
    expect(await names(client)).toEqual(['look', 'wait'])
    expect((await client.call('change')).result.isError).toBe(true)
    expect(client.seen.warnings).toHaveLength(1)
  }
  expect(ran).toEqual([])
})

test('--unattended covers only its own kind', async () => {
  const client = start({ allowed: [], unattended: ['write'] })
  await client.greet({})
  expect(await names(client)).toEqual(['look', 'wait', 'ponder', 'change'])
  await client.call('change', { target: 'a' })
  await client.call('remove', { target: 'a' })
  expect([ran, client.seen.questions]).toEqual([[['change', 'a']], []])
})

test('without a handshake, accepts the confirmation in a repeated call, once and only for the same call', async () => {
  const client = start()
  const _meta = modernMeta({ elicitation: {} })
  expect(await names(client, { _meta })).toEqual(['look', 'wait', 'ponder', 'change', 'remove'])
  expect(await names(client, { _meta: modernMeta({}) })).toEqual(['look', 'wait'])
  const question = async () => (await client.call('remove', { target: 'a' }, { _meta })).result
  const answer = async (requestState: string, action: string, target = 'a') =>
    (await client.call('remove', { target }, { _meta, requestState, inputResponses: { confirm: { action } } })).result
  const { requestState, inputRequests, resultType } = await question()
  expect([resultType, inputRequests.confirm.params.message]).toEqual([
    'input_required',
    expect.stringContaining('Change remove.'),
  ])
  expect((await answer(requestState, 'accept', 'b')).isError).toBe(true)
  expect((await answer(requestState, 'accept')).isError).toBe(true)
  expect((await answer((await question()).requestState, 'decline')).isError).toBe(true)
  expect(ran).toEqual([])
  const key = (await question()).requestState
  expect((await answer(key, 'accept')).isError).toBeUndefined()
  expect((await answer(key, 'accept')).isError).toBe(true)
  expect(ran).toEqual([['remove', 'a']])
})
