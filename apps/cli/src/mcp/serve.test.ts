import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readLines } from './lines.ts'
import { createConversation } from './serve.ts'
import { tools } from './tools.ts'

const ran: unknown[] = []
const hidden = new Set(['deploy'])
const options = {
  tools,
  url: 'https://deploy.example.com',
  whyNot: async ({ name }: { name: string }) => (hidden.has(name) ? `${name} is not allowed.` : undefined),
  run: async (tool: { name: string }, given: Record<string, unknown>, signal: AbortSignal) => {
    ran.push([tool.name, given])
    if (tool.name === 'wait_for_deployment')
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return { text: 'a\u009bb\u{e0041}\u202e' }
  },
}
const { answerLine } = createConversation(options)
const say = (message: unknown) => answerLine(JSON.stringify(message))
const ask = (method: string, params: object = {}, id: unknown = 1) => say({ jsonrpc: '2.0', id, method, params })

test('a client is greeted in its version, or in ours', async () => {
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
    expect(await ask('initialize', { protocolVersion })).toMatchObject({ result: { protocolVersion } })
  for (const protocolVersion of ['1999', undefined])
    expect(await ask('initialize', { protocolVersion })).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
})

test('what is no request is answered by its error, with the id when there is one', async () => {
  expect(await answerLine('nonsense')).toMatchObject({ id: null, error: { code: -32_700 } })
  expect(await answerLine(null)).toMatchObject({ id: null, error: { code: -32_600 } })
  expect(await say({ id: 5, method: 'ping' })).toMatchObject({ id: 5, error: { code: -32_600 } })
  expect(await ask('ping', {}, null)).toMatchObject({ id: null, error: { code: -32_600 } })
  expect(await ask('resources/list')).toMatchObject({ error: { code: -32_601 } })
  expect(await ask('tools/call', { name: 'nosuch' })).toMatchObject({ error: { code: -32_602 } })
})

test('notifications and answers are not answered', async () => {
  expect(await say({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined()
  expect(await say({ jsonrpc: '2.0', method: 'nosuch' })).toBeUndefined()
  expect(await say({ jsonrpc: '2.0', id: 9, result: {} })).toBeUndefined()
})

test('a batch is answered as one, without those that need no answer', async () => {
  const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' }
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
  expect(await say([ping, note, 7])).toMatchObject([{ id: 'a', result: {} }, { error: { code: -32_600 } }])
  expect(await say([note])).toBeUndefined()
  for (const bad of [[], Array.from({ length: 51 }, () => ping)])
    expect(await say(bad)).toMatchObject({ error: { code: -32_600 } })
})

test('a tool that takes something away does nothing without confirm: true', async () => {
  ran.length = 0
  for (const confirm of [undefined, false, 'true', 1])
    expect(
      await ask('tools/call', { name: 'roll_back', arguments: { environment: 'shop/production', confirm } }),
    ).toMatchObject({ result: { isError: true } })
  expect(ran).toEqual([])
  await ask('tools/call', { name: 'roll_back', arguments: { confirm: true } })
  expect(ran).toEqual([['roll_back', { confirm: true }]])
})

test('a tool that is not offered is neither listed nor run', async () => {
  ran.length = 0
  expect(JSON.stringify(await ask('tools/list'))).not.toContain('"deploy"')
  expect(JSON.stringify(await ask('tools/call', { name: 'deploy' }))).toContain('deploy is not allowed.')
  expect(ran).toEqual([])
})

test('arguments are checked, and what comes back is harmless', async () => {
  for (const limit of [0, 101, '5'])
    expect(await ask('tools/call', { name: 'list_projects', arguments: { limit } })).toMatchObject({
      result: { isError: true },
    })
  const answer = JSON.stringify(await ask('tools/call', { name: 'list_projects', arguments: {} }))
  expect(answer).toContain('a\\\\u009bb\\\\udb40\\\\udc41\\\\u202e')
})

test('a call that the client gives up ends, and is not answered', async () => {
  const waiting = ask('tools/call', { name: 'wait_for_deployment', arguments: { deployment: '1' } }, 'w')
  await ask('ping')
  await say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'w' } })
  expect(await waiting).toBeUndefined()
})

test('lines come whole, however they are cut; one that is too long is read over', async () => {
  const lines = async (...chunks: string[]) => {
    const found: (string | null)[] = []
    for await (const line of readLines(Readable.from(chunks.map((each) => Buffer.from(each))), 5)) found.push(line)
    return found
  }
  expect(await lines('a', 'b\nc', 'd\n\ne')).toEqual(['ab', 'cd', '', 'e'])
  expect(await lines('12345\n123', '456', '7\nab\n')).toEqual(['12345', null, 'ab'])
  expect(await lines('1234567')).toEqual([null])
})
