import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { getMe, logout } from './operations.generated.ts'
import { createSession } from './session.ts'
import { cutConnection, type Handler, json, problem, serve } from './testing/serve.ts'

const user = { id: 'usr_1', email: 'ada@example.com' }
const login = { email: 'ada@example.com', password: 'correct horse battery staple' }

/** An API with one valid access token, which changes with each refresh. */
function createApi(options: { withCookie?: boolean } = {}) {
  const state = { generation: 1, refreshes: 0, isOver: false }
  const session = () => ({
    accessToken: `access-${state.generation}`,
    tokenType: 'Bearer',
    expiresAt: '2026-11-15T09:30:00.000Z',
    user,
    ...(options.withCookie === true ? {} : { refreshToken: `refresh-${state.generation}` }),
  })
  const handle: Handler = (response, request) => {
    const reply = (handler: Handler) => handler(response, request)
    if (request.url.endsWith('/auth/login')) return reply(json(200, session()))
    if (request.url.endsWith('/auth/logout')) return reply((each) => each.writeHead(204).end())
    if (request.url.endsWith('/auth/refresh')) {
      if (state.isOver) return reply(problem(401, 'invalid_refresh_token'))
      state.refreshes += 1
      state.generation += 1
      return reply(json(200, session()))
    }
    const isGood = request.headers.authorization === `Bearer access-${state.generation}`
    return reply(isGood ? json(200, user) : problem(401, 'unauthenticated'))
  }
  return { state, handle }
}

test('renews an expired token once for all waiting calls', async () => {
  const api = createApi()
  await using server = await serve(api.handle)
  const session = createSession({ baseUrl: server.url })
  const client = createClient({ baseUrl: server.url, credentials: session })
  expect(await session.signIn(login)).toEqual({ user })
  api.state.generation += 1
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(getMe)))
  expect(answers.every((each) => each.id === 'usr_1')).toBe(true)
  expect(api.state.refreshes).toBe(1)
  const refresh = server.seen.find((each) => each.url.endsWith('/refresh'))
  expect(JSON.parse(refresh?.body ?? '')).toEqual({ refreshToken: 'refresh-1' })
})

test('sends no token if it is in a cookie, and resumes after a reload', async () => {
  const api = createApi({ withCookie: true })
  await using server = await serve(api.handle)
  const session = createSession({ baseUrl: server.url })
  expect(await session.resume()).toEqual(user)
  expect(server.seen.map((each) => each.body)).toEqual(['{}'])
})

test('after the server ended the session: one refresh, then 401 without another request', async () => {
  const api = createApi()
  await using server = await serve(api.handle)
  const changes: unknown[] = []
  const kept: (string | null)[] = []
  const store = { read: () => kept.at(-1) ?? null, write: (token: string | null) => void kept.push(token) }
  const session = createSession({ baseUrl: server.url, store, onChange: (each) => changes.push(each) })
  const client = createClient({ baseUrl: server.url, credentials: session })
  await session.signIn(login)
  Object.assign(api.state, { isOver: true, generation: 9 })
  for (let n = 0; n < 2; n += 1) await expect(client.call(getMe)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(server.seen.filter((each) => each.url.endsWith('/refresh'))).toHaveLength(1)
  expect(changes).toEqual([user, null])
  expect(kept).toEqual(['refresh-1', null])
  expect(session.user).toBeNull()
})

test('reads the new token from the store if another process was faster', async () => {
  await using server = await serve(
    (response, request) => {
      kept = 'newer'
      problem(409, 'refresh_in_progress')(response, request)
    },
    json(200, { accessToken: 'a', refreshToken: 'newest', user }),
  )
  let kept: string | null = 'older'
  const store = {
    read: () => kept,
    write(token: string | null) {
      kept = token
    },
  }
  expect(await createSession({ baseUrl: server.url, store }).resume()).toEqual(user)
  expect(server.seen.map((each) => JSON.parse(each.body).refreshToken)).toEqual(['older', 'newer'])
  expect(kept).toBe('newest')
})

test('repeats a refresh whose response was lost', async () => {
  await using server = await serve(cutConnection, problem(503, 'unavailable'), json(200, { accessToken: 'a', user }))
  expect(await createSession({ baseUrl: server.url }).resume()).toEqual(user)
  expect(server.seen).toHaveLength(3)
})

test('ends the session if the token stays exchanged', { timeout: 15_000 }, async () => {
  await using server = await serve(problem(409, 'refresh_in_progress'))
  expect(await createSession({ baseUrl: server.url }).resume()).toBeNull()
  expect(server.seen).toHaveLength(5)
})

test('an unreachable server is a connection error and does not end the session', { timeout: 15_000 }, async () => {
  await using server = await serve(cutConnection)
  const store = { read: () => 'kept', write: () => expect.fail('the token was forgotten') }
  await expect(createSession({ baseUrl: server.url, store }).resume()).rejects.toMatchObject({
    name: 'ConnectionError',
  })
})

test('passes on a 401 that is not about the token', async () => {
  await using server = await serve(json(200, { accessToken: 'a', user }), problem(401, 'recent_sign_in_required'))
  const session = createSession({ baseUrl: server.url })
  await session.signIn(login)
  const client = createClient({ baseUrl: server.url, credentials: session })
  await expect(client.call(getMe)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
  expect(server.seen).toHaveLength(2)
})

test('a required second factor is not an error', async () => {
  const needed: Handler = json(401, { code: 'mfa_required', detail: 'D', mfaToken: 'challenge' })
  await using server = await serve(needed, json(200, { accessToken: 'a', user }))
  const session = createSession({ baseUrl: server.url })
  expect(await session.signIn(login)).toEqual({ mfaToken: 'challenge' })
  expect(await session.verifySecondFactor({ mfaToken: 'challenge', code: '123456' })).toEqual(user)
})

test('sign-up waits for the code or starts a session', async () => {
  const pending = { email: 'ada@example.com', otpExpiresAt: '2026-11-15T09:30:00.000Z' }
  await using server = await serve(json(202, pending), json(201, { accessToken: 'a', user }))
  const session = createSession({ baseUrl: server.url })
  expect(await session.signUp(login)).toEqual({ pending })
  expect(session.user).toBeNull()
  expect(await session.signUp(login)).toEqual({ user })
})

test('signing out always forgets the tokens', async () => {
  const api = createApi()
  await using server = await serve(api.handle)
  const session = createSession({ baseUrl: server.url })
  await session.signIn(login)
  await session.signOut()
  expect(server.seen.at(-1)).toMatchObject({
    url: `/api/v1${logout.path}`,
    headers: { authorization: 'Bearer access-1' },
  })
  expect(await session.token()).toBeUndefined()
})
