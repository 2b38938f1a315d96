import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { assertRecipientRegistered, SealingKeyError } from './keyring.ts'
import { assertIdentitiesOpenEverything } from './open-keyring.ts'
import { createSealer } from './seal.ts'
import { createUnsealer, generateIdentity } from './unseal.ts'

const { database } = await useTestDatabase()
const first = await generateIdentity()
const second = await generateIdentity()

beforeEach(async () => {
  await database.systemDb.deleteFrom('sealing_keys').execute()
})

test('first start: the API registers its recipient, and the worker that can open it starts', async () => {
  await assertRecipientRegistered(database, createSealer(first.recipient))
  await assertIdentitiesOpenEverything(database, await createUnsealer([first.identity]))
  const rows = await database.systemDb.selectFrom('sealing_keys').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.proven_at).toBeInstanceOf(Date)
})

test('the worker refuses to start with an identity other than the one that the API seals to', async () => {
  await assertRecipientRegistered(database, createSealer(first.recipient))
  const worker = await createUnsealer([second.identity])
  await expect(assertIdentitiesOpenEverything(database, worker)).rejects.toThrow(SealingKeyError)
  await expect(assertIdentitiesOpenEverything(database, worker)).rejects.toThrow(createSealer(first.recipient).keyId)
})

test('the API refuses to start with a recipient that no worker opens', async () => {
  await assertIdentitiesOpenEverything(database, await createUnsealer([first.identity]))
  await expect(assertRecipientRegistered(database, createSealer(second.recipient))).rejects.toThrow(SealingKeyError)
})

test('rotation: the worker gets the new and the old identity, then the API gets the new recipient', async () => {
  await assertRecipientRegistered(database, createSealer(first.recipient))
  await assertIdentitiesOpenEverything(database, await createUnsealer([second.identity, first.identity]))
  await assertRecipientRegistered(database, createSealer(second.recipient))
  await expect(assertIdentitiesOpenEverything(database, await createUnsealer([second.identity]))).rejects.toThrow(
    createSealer(first.recipient).keyId,
  )
})

test('rejects a canary stored under another key', async () => {
  await assertRecipientRegistered(database, createSealer(first.recipient))
  await assertIdentitiesOpenEverything(database, await createUnsealer([first.identity]))
  await database.systemDb
    .updateTable('sealing_keys')
    .set({ key_id: '0'.repeat(16) })
    .execute()
  await expect(assertIdentitiesOpenEverything(database, await createUnsealer([first.identity]))).rejects.toThrow(
    SealingKeyError,
  )
})

test('ten processes starting at once agree', async () => {
  const sealer = createSealer(first.recipient)
  const unsealer = await createUnsealer([first.identity])
  await Promise.all(
    Array.from({ length: 10 }, async (_, at) =>
      at % 2 === 0 ? assertRecipientRegistered(database, sealer) : assertIdentitiesOpenEverything(database, unsealer),
    ),
  )
  expect(await database.systemDb.selectFrom('sealing_keys').selectAll().execute()).toHaveLength(1)
})
