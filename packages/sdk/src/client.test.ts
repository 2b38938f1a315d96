import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { apiToken } from './credentials.ts'
import {
  createProject,
  getProject,
  listProjects,
  revokeApiToken,
  searchRepositories,
  streamDeployment,
} from './operations.generated.ts'
import { ConnectionError, isProblem, ProblemError } from './problem.ts'
import { cutConnection, json, problem, serve } from './testing/serve.ts'

const retry = { baseMs: 1 }
const body = { name: 'Shop', repository: { url: 'https://git.example.com/a/b' } }

test('retries a lost response with the same key, and uses a new key for a new call', async () => {
  await using server = await serve(
    cutConnection,
    problem(503, 'unavailable', { 'retry-after': '0' }),
    json(201, { id: 'prj_1' }),
  )
  const client = createClient({ baseUrl: server.url, credentials: apiToken('secret'), retry })
  expect(await client.call(createProject, { body })).toMatchObject({ id: 'prj_1' })
  const keys = server.seen.map((each) => each.headers['idempotency-key'])
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]))
  expect(server.seen.map((each) => each.body)).toEqual([1, 2, 3].map(() => JSON.stringify(body)))
  expect(server.seen[0]?.headers.authorization).toBe('Bearer secret')
  await client.call(createProject, { body }, { idempotencyKey: 'mine' })
  expect(server.seen.at(-1)?.headers['idempotency-key']).toBe('mine')
})

test('does not repeat a request without a key that may have taken effect', async () => {
  await using server = await serve(cutConnection)
  const client = createClient({ baseUrl: server.url, retry })
  await expect(client.call(revokeApiToken, { id: 'tok_1' })).rejects.toThrow(ConnectionError)
  expect(server.seen).toHaveLength(1)
})

test('gives up after the last retry', async () => {
  await using server = await serve(cutConnection)
  const client = createClient({ baseUrl: server.url, retry: { baseMs: 1, retries: 2 } })
  await expect(client.call(getProject, { id: 'prj_1' })).rejects.toThrow('unreachable')
  expect(server.seen).toHaveLength(3)
})

test('problems have a code, a hint, and field errors', async () => {
  const errors = [{ pointer: '/name', code: 'too_small', message: 'is empty' }]
  await using server = await serve(
    json(422, { code: 'validation_failed', title: 'T', detail: 'D', hint: 'H', errors, extra: 1 }),
  )
  const error: unknown = await createClient({ baseUrl: server.url })
    .call(createProject, { body })
    .catch((each) => each)
  expect(isProblem(error, 'validation_failed')).toBe(true)
  expect(isProblem(error, 'not_found')).toBe(false)
  expect(isProblem(new Error('x'))).toBe(false)
  expect(error).toMatchObject({ status: 422, message: 'D', hint: 'H', errors, body: { extra: 1 } })
})

test('treats foreign responses as problems and does not follow redirects', async () => {
  await using server = await serve((response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('<html>'),
  )
  const error: unknown = await createClient({ baseUrl: server.url })
    .call(getProject, { id: 'a' })
    .catch((each) => each)
  expect(error).toBeInstanceOf(ProblemError)
  expect(error).toMatchObject({ status: 302, code: 'unexpected_answer' })
})

test('stops a slow response at its time limit, and an aborted call immediately with its reason', async () => {
  await using server = await serve(() => undefined)
  let tries = 0
  const counted: typeof fetch = (...args) => {
    tries += 1
    return fetch(...args)
  }
  const client = createClient({ baseUrl: server.url, fetch: counted, retry: { retries: 1, baseMs: 1 } })
  await expect(client.call(getProject, { id: 'a' }, { timeoutMs: 20 })).rejects.toThrow('within 20 ms')
  expect(tries).toBe(2)
  const abort = new AbortController()
  const call = client.call(getProject, { id: 'a' }, { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('retries a truncated response', async () => {
  await using server = await serve(
    (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"id":', () => response.socket?.destroy())
    },
    json(200, { id: 'prj_1' }),
  )
  expect(await createClient({ baseUrl: server.url, retry }).call(getProject, { id: 'prj_1' })).toEqual({ id: 'prj_1' })
})

test('items reads pages with the same filter, and only as far as needed', async () => {
  await using server = await serve(
    json(200, { items: [1, 2], nextCursor: 'b' }),
    json(200, { items: [3], nextCursor: null }),
  )
  const client = createClient({ baseUrl: server.url })
  const found: unknown[] = []
  for await (const item of client.items(listProjects, { limit: 2 })) found.push(item)
  expect(found).toEqual([1, 2, 3])
  expect(server.seen.map((each) => each.url)).toEqual(['/api/v1/projects?limit=2', '/api/v1/projects?limit=2&cursor=b'])
})

test('fails if a list repeats its pages', async () => {
  await using server = await serve(json(200, { items: [1], nextCursor: 'b', warnings: [] }))
  const pages = createClient({ baseUrl: server.url }).pages(searchRepositories)
  await pages.next()
  await pages.next()
  await expect(pages.next()).rejects.toThrow("doesn't continue")
})

test('send returns status and headers', async () => {
  await using server = await serve(json(201, { id: 'prj_1' }, { 'idempotent-replayed': 'true' }))
  const answered = await createClient({ baseUrl: `${server.url}/` }).send(createProject, { body })
  expect(answered).toMatchObject({ status: 201, isReplayed: true, data: { id: 'prj_1' } })
})

test('rejects an invalid URL immediately', () => {
  for (const baseUrl of [undefined, '', 'deploy.example.com'])
    expect(() => createClient({ baseUrl })).toThrow('baseUrl')
})

test('types reject what the API rejects', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
  const checks = [
    // @ts-expect-error: the id is missing
    () => client.call(getProject),
    // @ts-expect-error: no such field
    () => client.call(createProject, { body: { name: 'x', color: 'red' } }),
    // @ts-expect-error: a stream is not one answer
    () => client.call(streamDeployment, { id: 'a', did: 'b' }),
    // @ts-expect-error: not a list
    () => client.items(getProject, { id: 'a' }),
    async () => {
      for await (const each of client.stream(streamDeployment, { id: 'a', did: 'b' }))
        if (each.event === 'status') each.data.number satisfies number
    },
  ]
  expect(checks).toHaveLength(5)
})
