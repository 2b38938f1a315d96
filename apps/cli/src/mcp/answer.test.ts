import { expect, test } from 'vitest'
import { answerLine } from './answer.ts'
import { readTools } from './read-tools.ts'
import { writeTools } from './write-tools.ts'

const ran: unknown[] = []
const options = {
  tools: [...readTools, ...writeTools],
  url: 'https://deploy.example.com',
  run: async (tool: { name: string }, given: Record<string, unknown>) => {
    ran.push([tool.name, given])
    return { text: 'a\u009bb' }
  },
}
const ask = (method: string, params: object = {}) =>
  answerLine(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), options)

test('a client is greeted in its version, or in ours', async () => {
  expect(await ask('initialize', { protocolVersion: '2024-11-05' })).toMatchObject({
    result: { protocolVersion: '2024-11-05' },
  })
  expect(await ask('initialize', { protocolVersion: '1999' })).toMatchObject({
    result: { protocolVersion: '2025-06-18' },
  })
  expect(await answerLine('{"jsonrpc":"2.0","method":"notifications/initialized"}', options)).toBeUndefined()
  expect(await answerLine('nonsense', options)).toMatchObject({ error: { code: -32600 } })
  expect(await ask('resources/list')).toMatchObject({ error: { code: -32601 } })
})

test('a tool that takes something away does nothing without confirm: true', async () => {
  for (const confirm of [undefined, false, 'true']) {
    const answer = await ask('tools/call', {
      name: 'roll_back',
      arguments: { environment: 'shop/production', confirm },
    })
    expect(answer).toMatchObject({ result: { isError: true } })
  }
  expect(ran).toEqual([])
  await ask('tools/call', { name: 'roll_back', arguments: { confirm: true } })
  expect(ran).toEqual([['roll_back', { confirm: true }]])
})

test('arguments are checked, and what comes back is harmless', async () => {
  expect(await ask('tools/call', { name: 'list_projects', arguments: { limit: 0 } })).toMatchObject({
    result: { isError: true },
  })
  expect(await ask('tools/call', { name: 'nosuch' })).toMatchObject({ error: { code: -32602 } })
  const answer = JSON.stringify(await ask('tools/call', { name: 'list_projects', arguments: {} }))
  expect(answer).toContain('\\\\u009b')
})
