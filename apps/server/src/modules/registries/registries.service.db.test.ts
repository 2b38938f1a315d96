import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAddressPolicy } from '@longshore/addresses'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { directLink } from '../../testing/direct-link.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { CreateRegistryBody } from './registries.schemas.ts'
import { createRegistriesService } from './registries.service.ts'
import { createRegistriesWorker } from './worker.ts'

/** A registry as in the distribution specification: a challenge, a token service, and then the API. */
const server = createServer(answer).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const host = `127.0.0.1:${port}`
let password = 'right'
let challenge: 'bearer' | 'basic' = 'bearer'
let realm = ''
const authorizations: (string | undefined)[] = []
afterAll(() => void server.close())

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const outbound = createOutbound({ allow: parseAddressPolicy(`127.0.0.1:${port}`) })
const worker = createRegistriesWorker({ database, unsealer: fixture.unsealer, outbound })
const registries = createRegistriesService({ ...fixture.options, link: directLink(worker.calls) })
const save = (body: object = {}) =>
  registries.save(actor, CreateRegistryBody.parse({ host, username: 'ada', password: 'right', ...body }))
let actor: Actor

beforeEach(async () => {
  actor = await fixture.newActor()
  password = 'right'
  challenge = 'bearer'
  realm = `http://127.0.0.1:${port}/token`
})

it.each(['bearer', 'basic'] as const)('saves a credential that the registry accepts (%s)', async (kind) => {
  challenge = kind
  const saved = await save()
  expect(saved).toMatchObject({ host, username: 'ada', status: 'connected' })
  expect(JSON.stringify(saved)).not.toContain('right')
  const opened = await worker.openRegistry(actor.organizationId, `${host}/team/app:1`)
  expect(opened).toEqual({ host, username: 'ada', password: 'right' })
  expect(await worker.openRegistry(actor.organizationId, 'nginx')).toBeNull()
  expect(await worker.openRegistry((await fixture.newActor()).organizationId, `${host}/team/app`)).toBeNull()
})

it.each(['bearer', 'basic'] as const)("returns 422 if the registry doesn't accept it (%s)", async (kind) => {
  challenge = kind
  await expect(save({ password: 'wrong' })).rejects.toEqual(failsWith('registry_refused'))
  expect((await registries.list(actor, { limit: 20 })).items).toEqual([])
})

it("returns 422 if nothing responds there, and for addresses that aren't allowed", async () => {
  await expect(save({ host: '127.0.0.1:1' })).rejects.toEqual(failsWith('registry_address_refused'))
  await expect(save({ host: '169.254.169.254' })).rejects.toEqual(failsWith('registry_address_refused'))
  await expect(save({ host: 'nowhere.invalid' })).rejects.toEqual(failsWith('registry_not_reached'))
})

it('returns 422 if the registry names a foreign login service, which gets nothing', async () => {
  // Another name for the same server: if the password had been sent, it would have arrived here.
  realm = `http://localhost:${port}/token`
  authorizations.length = 0
  await expect(save()).rejects.toMatchObject({
    problem: { code: 'registry_login_elsewhere' },
    message: expect.stringContaining(`http://localhost:${port}`),
  })
  expect(authorizations).toEqual([undefined])
  expect((await registries.list(actor, { limit: 20 })).items).toEqual([])
})

it('replaces the password of a known credential, and detects when it is refused later', async () => {
  const first = await save()
  password = 'other'
  expect(await registries.check(actor, first.id)).toMatchObject({ status: 'invalid' })
  const second = await save({ password: 'other' })
  expect(second).toMatchObject({ id: first.id, status: 'connected', version: 2 })
  expect(await registries.check(actor, first.id)).toMatchObject({ status: 'connected' })
})

it('returns 404 for credentials of other organizations, and they can be deleted', async () => {
  const { id } = await save()
  const other = await fixture.newActor()
  await expect(registries.check(other, id)).rejects.toEqual(failsWith('not_found'))
  await expect(registries.remove(other, id)).rejects.toEqual(failsWith('not_found'))
  await registries.remove(actor, id)
  await expect(registries.remove(actor, id)).rejects.toEqual(failsWith('not_found'))
  await expect(registries.check(actor, newId('reg'))).rejects.toEqual(failsWith('not_found'))
})

function answer({ url = '', headers }: IncomingMessage, reply: ServerResponse): void {
  authorizations.push(headers.authorization)
  const basic = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`
  if (url.startsWith('/token')) {
    const isRight = headers.authorization === basic && url.includes('account=ada')
    reply.writeHead(isRight ? 200 : 401).end(JSON.stringify({ token: 'pass' }))
    return
  }
  const wanted = challenge === 'basic' ? basic : 'Bearer pass'
  if (headers.authorization === wanted) return void reply.writeHead(200).end('{}')
  const asked = challenge === 'basic' ? 'Basic realm="r"' : `Bearer realm="${realm}",service="registry"`
  reply.writeHead(401, { 'www-authenticate': asked }).end()
}
