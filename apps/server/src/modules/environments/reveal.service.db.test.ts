import { armor, Decrypter } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { minuteMs, systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { directLink } from '../../testing/direct-link.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { SecretReleases } from '../audit/index.ts'
import { readProjectFacts } from '../projects/project-facts.query.ts'
import { createRevealCalls } from './calls/reveal.call.ts'
import { ConfigureServicesBody, CreateEnvironmentBody } from './environments.schemas.ts'
import { createEnvironmentsService } from './environments.service.ts'
import { createRevealService } from './reveal.service.ts'
import { createServicesService } from './services.service.ts'
import { AddVariablesBody } from './variables.schemas.ts'
import { createVariablesService } from './variables.service.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
const options = { ...fixture.options, dependencies }
const link = directLink(createRevealCalls({ database, unsealer: fixture.unsealer }))
const reveal = createRevealService({ database, clock: systemClock, link })
const { identity, recipient } = await generateIdentity()
let actor: Actor
let id: Id<'env'>
let databaseId: Id<'svc'>

beforeEach(async () => {
  actor = await fixture.newActor()
  const projectId = encodeId('prj', await fixture.analyzed(actor))
  const created = await createEnvironmentsService(options).create(
    actor,
    CreateEnvironmentBody.parse({ projectId, name: 'Production' }),
  )
  id = created.id
  const list = ConfigureServicesBody.parse({ services: [{ name: 'db', kind: 'postgres' }] })
  const { services } = await createServicesService(options).configure(actor, id, list)
  databaseId = services[0]?.id ?? newId('svc')
  const variables = [
    { key: 'TOKEN', value: 'open “sesame”' },
    { key: 'SEALED', value: 'x', sealed: true },
    { key: 'PLAIN', value: 'x', secret: false },
  ]
  await createVariablesService(options).add(actor, id, AddVariablesBody.parse({ variables }))
})

const ask = (key: string, by = actor) => reveal.variable(by, id, { key, service: undefined, recipient })

it('encrypts a secret to the key of the requester, and records who did', async () => {
  const { ciphertext } = await ask('TOKEN')
  expect(ciphertext).not.toContain('sesame')
  expect(await open(ciphertext)).toBe('open “sesame”')
  expect(await audited()).toEqual(['environment.variable_revealed', 'secret.released'])
})

it('the worker limits and records released secrets itself, whatever the API says', async () => {
  const releases = new SecretReleases(database, { perOrganization: 1, ofAll: 2 })
  const limited = createRevealService({
    database,
    clock: systemClock,
    link: directLink(createRevealCalls({ database, unsealer: fixture.unsealer, releases })),
  })
  const wanted = { serviceId: databaseId, recipient }
  await limited.credential(actor, id, wanted)
  await expect(limited.credential(actor, id, wanted)).rejects.toEqual(failsWith('rate_limited'))
  expect((await audited()).filter((action) => action === 'secret.released')).toHaveLength(1)
  // A rejected request doesn't count toward the shared limit.
  const { organizationId, userId } = await fixture.newActor()
  const release = { targetKind: 'service', targetId: databaseId, actorId: userId, recipient } as const
  await releases.record(organizationId, release)
})

it('reveals the credentials of a database', async () => {
  const { ciphertext } = await reveal.credential(actor, id, { serviceId: databaseId, recipient })
  expect(JSON.parse(await open(ciphertext))).toMatchObject({
    username: 'app',
    password: expect.stringMatching(/^\w{48}$/),
    host: 'db',
    port: 5_432,
    url: expect.stringMatching(/^postgresql:\/\/app:\w{48}@db:5432\/\w+$/),
    tunnelUrl: null,
  })
})

it('returns 409 for a sealed variable and for one that is not secret, 404 for others', async () => {
  await expect(ask('SEALED')).rejects.toEqual(failsWith('variable_sealed'))
  await expect(ask('PLAIN')).rejects.toEqual(failsWith('variable_not_secret'))
  await expect(ask('OTHER')).rejects.toEqual(failsWith('not_found'))
  const other = { serviceId: newId('svc'), recipient }
  await expect(reveal.credential(actor, id, other)).rejects.toEqual(failsWith('not_found'))
  await expect(ask('TOKEN', await fixture.newActor())).rejects.toEqual(failsWith('not_found'))
  expect(await audited()).toEqual([])
})

it('returns 401 without a recent sign-in, 403 for API tokens, which never sign in', async () => {
  const longAgo = new Date(Date.now() - 11 * minuteMs)
  const stale = ask('TOKEN', { ...actor, authenticatedAt: longAgo })
  await expect(stale).rejects.toEqual(failsWith('recent_sign_in_required'))
  await expect(ask('TOKEN', { ...actor, kind: 'token' })).rejects.toEqual(failsWith('person_required'))
})

async function open(ciphertext: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.reveal())
  return await decrypter.decrypt(armor.decode(ciphertext), 'text')
}

async function audited(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('audit_log')
    .select('action')
    .where('organization_id', '=', actor.organizationId)
    .where((where) => where.or([where('action', 'like', '%revealed'), where('action', '=', 'secret.released')]))
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.action)
}
