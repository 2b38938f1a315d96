import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createHttpServer } from './server.ts'

const Thing = z.object({ id: z.string(), version: z.number() })
const Params = z.object({ id: z.string() })
const access = { permission: 'public' } as const
const thing = { id: 'thg_1', version: 3 }

function start() {
  const refuse = () => Promise.reject(new Error('no one is asked'))
  const log = createLog({ level: 'silent', process: 'api' })
  const app = createHttpServer({
    log,
    accessLog: log,
    authenticator: { authenticateActor: refuse, authenticateUser: refuse, authenticateVisitor: refuse },
    findProjectOf: refuse,
    description: {
      title: 'test',
      version: '0',
      description: '',
      tags: [],
      groups: [],
      problems: {},
      examples: () => ({}),
    },
    trustProxy: [],
    corsOrigins: [],
    https: false,
    requestsPerMinute: 100,
    dashboard: createDashboard([]),
    observe: () => undefined,
  })
  const schema = (operationId: string, status: number) => ({
    operationId,
    params: Params,
    response: { [status]: Thing },
  })
  app.get('/things/:id', { config: access, schema: schema('getThing', 200) }, async () => thing)
  app.patch(
    '/things/:thingId',
    { config: { ...access, versioned: true }, schema: { operationId: 'patchThing', response: { 200: Thing } } },
    async () => thing,
  )
  app.post(
    '/things',
    { config: access, schema: { operationId: 'createThing', response: { 201: Thing } } },
    async (_request, reply) => reply.code(201).send(thing),
  )
  app.get('/reports/:id', { config: access, schema: schema('getReport', 200) }, async () => ({ ...thing, version: 1 }))
  app.post(
    '/tickets',
    { config: access, schema: { operationId: 'createTicket', response: { 201: Thing } } },
    async (_request, reply) => reply.code(201).send(thing),
  )
  return app
}

test('a resource that can be changed with If-Match has an ETag when it is read, changed and created', async () => {
  const app = start()
  expect((await app.inject({ url: '/things/thg_1' })).headers.etag).toBe('"3"')
  expect((await app.inject({ method: 'PATCH', url: '/things/thg_1' })).headers.etag).toBe('"3"')
  expect((await app.inject({ method: 'POST', url: '/things' })).headers.etag).toBe('"3"')
})

test("a version that no If-Match compares isn't an ETag", async () => {
  expect((await start().inject({ url: '/reports/rep_1' })).headers.etag).toBeUndefined()
})

test('a created resource has a Location if it can be read', async () => {
  const app = start()
  expect((await app.inject({ method: 'POST', url: '/things?x=1' })).statusCode).toBe(422)
  expect((await app.inject({ method: 'POST', url: '/things' })).headers.location).toBe('/things/thg_1')
  expect((await app.inject({ method: 'POST', url: '/tickets' })).headers.location).toBeUndefined()
})

test('the OpenAPI description names both headers', async () => {
  const { paths } = start().openApi()
  const headersOf = (path: string, method: string, status: string) =>
    Object.keys(Object(paths[path]?.[method]?.responses)[status].headers ?? {})
  expect(headersOf('/things/{id}', 'get', '200')).toEqual(['ETag'])
  expect(headersOf('/things', 'post', '201')).toEqual(['ETag', 'Location'])
  expect(headersOf('/tickets', 'post', '201')).toEqual([])
})
