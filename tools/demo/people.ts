/** Creates accounts with real mails and invitations. */
import { decodeId } from '../../apps/server/src/platform/ids/type-id.ts'
import type { SqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { type SignedIn, signUp } from '../../e2e/support/client.ts'
import type { Instance } from '../../e2e/support/instance.ts'
import { must } from '../../e2e/support/setting.ts'
import { colleagues, organization, owner, type Person } from './catalog.ts'

interface People {
  readonly owner: SignedIn
  readonly organizationId: string
  readonly userIds: ReadonlyMap<string, string>
}

export async function addPeople(instance: Instance, db: SqlClient): Promise<People> {
  const first = await addPerson(instance, owner)
  const path = `/api/v1/organizations/${first.organizationId}`
  await must(instance, 'PATCH', path, { token: first.token, body: { name: organization } })
  // One organization is enough: the owner's personal one becomes the company's, so that it opens by default.
  await db.query('update organizations set personal = false where id = $1', [decodeId('org', first.organizationId)])
  const userIds = new Map([[owner.name, decodeId('usr', first.userId) ?? '']])
  for (const colleague of colleagues) {
    const { email, role, name } = colleague
    const invited = await must(instance, 'POST', `${path}/invitations`, { token: first.token, body: { email, role } })
    const person = await addPerson(instance, colleague)
    const token = String(invited.body.link).split('token=')[1]
    await must(instance, 'POST', '/api/v1/invitations/accept', { token: person.token, body: { token } })
    // The dashboard does the same after an invitation, so that the company opens and not the person's own organization.
    const opens = { lastOrganizationId: first.organizationId }
    await must(instance, 'PATCH', '/api/v1/auth/me', { token: person.token, body: opens })
    userIds.set(name, decodeId('usr', person.userId) ?? '')
  }
  await db.query(`update memberships set created_at = created_at - interval '5 months' where organization_id = $1`, [
    decodeId('org', first.organizationId),
  ])
  const invitation = { email: 'books@harborcoffee.example', role: 'viewer' }
  await must(instance, 'POST', `${path}/invitations`, { token: first.token, body: invitation })
  return { owner: first, organizationId: decodeId('org', first.organizationId) ?? '', userIds }
}

async function addPerson(instance: Instance, { name, email }: Person): Promise<SignedIn> {
  const person = await signUp(instance, email)
  await must(instance, 'PATCH', '/api/v1/auth/me', { token: person.token, body: { name } })
  return person
}
