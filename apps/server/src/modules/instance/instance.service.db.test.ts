import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { beginEpoch, recordRestore } from '../../platform/durable/epoch.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { recordKitExported } from './backup/instance-backups.system-repository.ts'
import { createInstanceService } from './instance.service.ts'
import type { OperatorSettings } from './operators.query.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const { recipient } = await generateIdentity()
let actor: Actor
let email: string

beforeEach(async () => {
  actor = await fixture.newActor()
  const user = database.systemDb.selectFrom('users').select('email_key').where('id', '=', actor.userId)
  email = (await user.executeTakeFirstOrThrow()).email_key
  await database.systemDb
    .updateTable('users')
    .set({ email_verified_at: new Date(), email_proved_by: 'mail' })
    .where('id', '=', actor.userId)
    .execute()
})

function serviceFor(operators: OperatorSettings = { operators: [email], isSignUpOpen: true }) {
  return createInstanceService({ database, version: '1', hasApiDocs: true, operators, sealer: createSealer(recipient) })
}

// This test runs first, because each later test adds an organization.
it("owners of the only organization are operators if sign-up is closed, its other members aren't", async () => {
  const service = serviceFor({ operators: [], isSignUpOpen: false })
  expect((await service.read({ ...actor, role: 'owner' })).isOperator).toBe(true)
  expect((await service.read({ ...actor, role: 'admin' })).isOperator).toBe(false)
})

it('asks for the recovery kit until the command on the machine printed it', async () => {
  const service = serviceFor()
  const before = await service.read(actor)
  expect(before).toMatchObject({ isOperator: true, recoveryKit: { isNeeded: true, exportedAt: null }, restore: null })
  await recordKitExported(database.systemDb, { keyId: createSealer(recipient).keyId, by: null })
  expect((await service.read(actor)).recoveryKit).toEqual({ isNeeded: false, exportedAt: expect.any(Date) })
})

it("returns 403 for a user who isn't an operator, and hides the instance from them", async () => {
  const service = serviceFor({ operators: ['somebody@else.example'], isSignUpOpen: true })
  expect(await service.read(actor)).toMatchObject({ isOperator: false, recoveryKit: null, backups: null })
  await expect(service.confirmRestore(actor)).rejects.toEqual(failsWith('operator_required'))
  const token: Actor = { ...actor, kind: 'token' }
  await expect(serviceFor().confirmRestore(token)).rejects.toEqual(failsWith('person_required'))
})

it("an owner isn't automatically an operator if there are other organizations or sign-up is open", async () => {
  for (const isSignUpOpen of [true, false]) {
    const service = serviceFor({ operators: [], isSignUpOpen })
    expect((await service.read({ ...actor, role: 'owner' })).isOperator).toBe(false)
  }
})

it('an email domain matches all of its addresses', async () => {
  const at = email.slice(email.indexOf('@'))
  expect((await serviceFor({ operators: [at], isSignUpOpen: true }).read(actor)).isOperator).toBe(true)
  expect((await serviceFor({ operators: [at.slice(1)], isSignUpOpen: true }).read(actor)).isOperator).toBe(false)
})

it('returns 403 for an email address that only an invitation vouches for, because any member can invite any address', async () => {
  const prove = (by: string) =>
    database.systemDb.updateTable('users').set({ email_proved_by: by }).where('id', '=', actor.userId).execute()
  const service = serviceFor()
  await prove('invitation')
  expect((await service.read(actor)).isOperator).toBe(false)
  await expect(service.confirmRestore(actor)).rejects.toEqual(failsWith('operator_required'))
  await prove('setup_link')
  expect((await service.read(actor)).isOperator).toBe(true)
})

it('shows a restore until it is confirmed, once', async () => {
  const service = serviceFor()
  await expect(service.confirmRestore(actor)).rejects.toEqual(failsWith('nothing_to_confirm'))
  const madeAt = new Date('2026-01-01T00:00:00Z')
  await database.system(async (tx) => recordRestore(tx, { epoch: await beginEpoch(tx), madeAt }))
  expect((await service.read(actor)).restore).toEqual({ backupCreatedAt: madeAt, restoredAt: expect.any(Date) })
  expect((await service.confirmRestore(actor)).restore).toBeNull()
  await expect(service.confirmRestore(actor)).rejects.toEqual(failsWith('nothing_to_confirm'))
})
