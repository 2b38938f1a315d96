/** A deleted account stops working at once, is restored by signing in, and is removed after the grace period. */

import { createDatabase } from '../../../apps/server/src/testing/internals/database.ts'
import { startRemovals } from '../../../apps/server/src/testing/internals/instance.ts'
import {
  type AuthContext,
  get,
  post,
  race,
  seedSession,
  signIn,
  streamEndsWithinMs,
} from '../../support/auth/auth-context.ts'
import { call, password } from '../../support/client.ts'
import { openEvents } from '../../support/event-stream.ts'
import { eventually } from '../../support/eventually.ts'

export async function proveDeletion(context: AuthContext): Promise<void> {
  await Promise.all([grace(context), owners(context)])
}

async function grace(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'leaving')
  const { token, email } = session
  const made = await post(
    instance,
    '/api-tokens',
    { name: 'ci', scopes: ['organizations:read', 'events:read'] },
    { token },
  )
  const apiToken = made.body.token
  const remove = (word: string, by: string) =>
    call(instance, 'DELETE', '/api/v1/auth/me', { token: by, body: { password: word } })
  report.expect((await remove('not the right passphrase', token)).status === 401, 'deleted with a wrong password')
  using stream = await openEvents(instance, { token: apiToken })
  const answer = await remove(password, token)
  const days = (Date.parse(answer.body?.deletionDueAt) - Date.now()) / 86_400_000
  report.expect(answer.status === 202 && Math.abs(days - 7) < 0.1, `deletion: ${answer.status}, due in ${days} days`)
  const after = await Promise.all([
    get(instance, '/auth/me', { token }),
    post(instance, '/auth/refresh', { refreshToken: session.refreshToken }),
    get(instance, `/organizations/${session.organizationId}`, { token: apiToken }),
  ])
  report.expect(
    after.every((each) => each.status === 401),
    `after the deletion: ${after.map((each) => each.status)}`,
  )
  report.expect(
    (await stream.endedWithinMs(streamEndsWithinMs)) <= streamEndsWithinMs,
    'the stream of an API token stays open after the deletion',
  )
  await instance.mailbox.waitFor(email, (mail) => /will be deleted/.test(mail.subject))
  const back = await signIn(instance, email)
  const me = await get(instance, '/auth/me', { token: back.token })
  report.expect(me.body.deletionDueAt === null, 'signing in does not keep the account')
  const kept = await get(instance, `/organizations/${session.organizationId}`, { token: apiToken })
  report.expect(kept.status === 200, `the API token of the kept account: ${kept.status}`)
  await remove(password, back.token)
  await db.query(`update users set deletion_due_at = now() - interval '1 second' where email_key = $1`, [email])
  await using database = createDatabase({ url: instance.databaseUrl, poolSize: 1, applicationName: 'longshore-suite' })
  await startRemovals(database)
  await eventually(
    'the account is removed when its time is up',
    async () => (await db.query('select from users where email_key = $1', [email])).rowCount === 0,
    { retriesErrors: true },
  )
  const gone = await post(instance, '/auth/login', { email, password })
  report.expect(gone.status === 401, `sign-in after the removal: ${gone.status}`)
  const left = await db.query(
    `select (select count(*) from organizations where name = $1)::int as organizations, (select count(*) from audit_log where actor_name = $1)::int as audit`,
    [email],
  )
  report.expect(left.rows[0].organizations === 0, 'the organization that was created with the account is left behind')
  report.expect(left.rows[0].audit > 0, 'the audit log went with the account')
}

/** An organization always keeps an owner, even when both owners leave at the same time. */
async function owners(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const one = await seedSession(context, 'owner')
  const two = await seedSession(context, 'owner')
  const organization = await post(instance, '/organizations', { name: 'Shared' }, { token: one.token })
  const { id } = organization.body
  const leave = (token: string) => call(instance, 'DELETE', '/api/v1/auth/me', { token, body: { password } })
  const alone = await leave(one.token)
  report.expect(alone.body.code === 'account_owns_organizations', `the only owner leaves: ${alone.text}`)
  const invitation = await post(
    instance,
    `/organizations/${id}/invitations`,
    { email: two.email, role: 'owner' },
    { token: one.token },
  )
  await post(
    instance,
    '/invitations/accept',
    { token: String(invitation.body.link).split('#token=')[1] },
    { token: two.token },
  )
  const answers = await race(2, (index) => leave([one, two][index]?.token ?? ''))
  const left = answers.filter((answer) => answer.status === 202).length
  report.expect(left === 1, `${left} of two owners could leave at once`)
  const owned = await db.query(
    `select count(*)::int as count from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
     where o.name = 'Shared' and m.role = 'owner' and u.deletion_due_at is null`,
  )
  report.expect(owned.rows[0].count === 1, 'the organisation has no owner who stays')
}
