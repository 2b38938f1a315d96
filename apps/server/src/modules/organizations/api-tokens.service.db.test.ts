import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import type { Role } from '../../platform/access/permissions.ts'
import { minuteMs, systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { requireRecentSignIn } from '../accounts/index.ts'
import { createApiTokensService } from './api-tokens.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const tokens = createApiTokensService({
  database,
  findProjectIds: async () => [],
  requireRecentSignIn: (actor) => requireRecentSignIn(systemClock, actor),
})
const body = { name: 'ci', scopes: ['projects:read' as const], ipRanges: [], projectIds: [] }
let actor: Actor

beforeEach(async () => {
  const organizationId = newId('org')
  await superuser.query(`insert into organizations (id, name) values ($1, 'Team')`, [organizationId])
  actor = await addPerson(organizationId, 'developer')
})

async function addPerson(organizationId: Actor['organizationId'], role: Role): Promise<Actor> {
  const person = testActor(organizationId, { role })
  await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
    person.userId,
    `${person.userId}@example.com`,
  ])
  return person
}

test('a token has 256 random bits, and the database stores only its hash', async () => {
  const [{ token }, other] = [await tokens.create(actor, body), await tokens.create(actor, body)]
  expect(Buffer.from(token.replace('lgs_', ''), 'base64url')).toHaveLength(32)
  expect(other.token).not.toBe(token)
  const { rows } = await superuser.query(
    'select token_hash, t::text as text from api_tokens t where organization_id = $1 order by created_at limit 1',
    [actor.organizationId],
  )
  expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
  const secret = token.replace('lgs_', '')
  for (const form of [secret, Buffer.from(token).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')])
    expect(rows[0].text).not.toContain(form)
})

test('only a user who signed in within ten minutes can create one, with no more than their own permissions', async () => {
  const stale = { ...actor, authenticatedAt: new Date(Date.now() - 11 * minuteMs) }
  await expect(tokens.create(stale, body)).rejects.toMatchObject({ problem: { code: 'recent_sign_in_required' } })
  await expect(tokens.create({ ...actor, kind: 'token' }, body)).rejects.toMatchObject({
    problem: { code: 'person_required' },
  })
  await expect(tokens.create(actor, { ...body, scopes: ['secrets:reveal'] })).rejects.toMatchObject({
    problem: { code: 'role_above_own' },
  })
})

test('members see and revoke their own tokens, owners those of everyone', async () => {
  const { id } = await tokens.create(actor, body)
  const [admin, owner] = [
    await addPerson(actor.organizationId, 'admin'),
    await addPerson(actor.organizationId, 'owner'),
  ]
  const seenBy = async (person: Actor) => (await tokens.list(person, { limit: 10 })).items.map((token) => token.id)
  expect([await seenBy(actor), await seenBy(admin), await seenBy(owner)]).toEqual([[id], [], [id]])
  await expect(tokens.revoke(admin, id)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  await tokens.revoke(owner, id)
})
