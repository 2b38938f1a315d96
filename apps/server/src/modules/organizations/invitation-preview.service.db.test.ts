import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createInvitationPreviewService } from './invitation-preview.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const preview = createInvitationPreviewService({ database })
let nextAddress = 0
const from = () => {
  nextAddress += 1
  return { requestId: 'r', ip: `192.0.2.${nextAddress}`, userAgent: '' }
}

async function addInvitation({
  name = 'Ada',
  expired = false,
} = {}): Promise<{ token: Buffer; organizationId: string }> {
  const [organizationId, userId, token] = [newId('org'), newId('usr'), hashToken(newId('inv'))]
  await superuser.query(`insert into organizations (id, name) values ($1, 'Acme')`, [organizationId])
  await superuser.query(`insert into users (id, email, email_key, name, password_hash) values ($1, $2, $2, $3, '!')`, [
    userId,
    `${userId}@example.com`,
    name,
  ])
  await superuser.query(
    `insert into invitations (id, organization_id, email, email_key, role, token_hash, invited_by, expires_at)
     values ($1, $2, 'Grace@example.com', 'grace@example.com', 'developer', $3, $4, now() + $5::interval)`,
    [newId('inv'), organizationId, token, userId, expired ? '-1 second' : '7 days'],
  )
  return { token, organizationId }
}

const invalid = { problem: { code: 'invalid_invitation' } }

test('names the organization, the inviter, and the invited email address', async () => {
  const { token } = await addInvitation()
  expect(await preview.read(from(), token)).toMatchObject({
    organization: 'Acme',
    invitedBy: 'Ada',
    email: 'Grace@example.com',
    role: 'developer',
  })
})

test('shows the email address of an inviter without a name', async () => {
  const { token } = await addInvitation({ name: '' })
  expect((await preview.read(from(), token)).invitedBy).toMatch(/@example\.com$/)
})

test('unknown, expired, and accepted invitations, and those of deleted organizations, get the same response', async () => {
  const expired = await addInvitation({ expired: true })
  const accepted = await addInvitation()
  await superuser.query('update invitations set accepted_at = now() where token_hash = $1', [accepted.token])
  const deleted = await addInvitation()
  await superuser.query('update organizations set deletion_due_at = now() where id = $1', [deleted.organizationId])
  for (const token of [hashToken('unknown'), expired.token, accepted.token, deleted.token])
    await expect(preview.read(from(), token)).rejects.toMatchObject(invalid)
})

test('limits attempts per IP address', async () => {
  const context = from()
  for (let count = 0; count < 60; count += 1)
    await expect(preview.read(context, hashToken('unknown'))).rejects.toMatchObject(invalid)
  await expect(preview.read(context, hashToken('unknown'))).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
})
