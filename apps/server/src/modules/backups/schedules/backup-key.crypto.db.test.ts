import { createPublicKey, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects } from '../../../testing/test-projects.ts'
import { ensureBackupKey, openBackupKey } from './backup-key.crypto.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const tools = { database, unsealer: fixture.unsealer }

it('creates one key per organization, however many requests arrive at once, and opens it', async () => {
  const { organizationId } = await fixture.newActor()
  const created = await Promise.all(Array.from({ length: 5 }, () => ensureBackupKey(tools, organizationId)))
  expect(new Set(created.map(({ recipient }) => recipient)).size).toBe(1)
  const opened = await openBackupKey(tools, organizationId)
  expect(opened.recipient).toBe(created[0]?.recipient)
  expect(opened.identity.reveal()).toMatch(/^AGE-SECRET-KEY-1/)
  const text = Buffer.from('found')
  const publicKey = createPublicKey({
    key: Buffer.from(opened.restoreTestPublicKey, 'base64'),
    type: 'spki',
    format: 'der',
  })
  expect(verify(null, text, publicKey, sign(null, text, opened.proofKey))).toBe(true)
})

it('creates a separate key for each organization', async () => {
  const [one, other] = [await fixture.newActor(), await fixture.newActor()]
  const first = await ensureBackupKey(tools, one.organizationId)
  expect((await ensureBackupKey(tools, other.organizationId)).recipient).not.toBe(first.recipient)
})
