/** Roles, owners, invitations and quotas hold under races and take effect at once. */

import {
  type AuthContext,
  bySize,
  countStatus,
  get,
  post,
  race,
  seedAccounts,
  seedSession,
  signIn,
} from '../../support/auth/auth-context.ts'
import { type Answer, call, type SignedIn } from '../../support/client.ts'
import { openEvents } from '../../support/event-stream.ts'

interface Team {
  id: string
  owner: SignedIn
}

export async function proveOrganizations(context: AuthContext): Promise<void> {
  await Promise.all([roles(context), lastOwner(context), invitations(context), quotas(context), leaving(context)])
}

async function createTeam(context: AuthContext, name: string): Promise<Team> {
  const owner = await seedSession(context, 'team')
  const answer = await post(context.instance, '/organizations', { name }, { token: owner.token })
  if (answer.status !== 201) throw new Error(`organizations: ${answer.text}`)
  return { id: answer.body.id, owner }
}

async function invite(
  { instance }: AuthContext,
  team: Team,
  email: string,
  role = 'viewer',
): Promise<{ answer: Answer; token: string }> {
  const answer = await post(
    instance,
    `/organizations/${team.id}/invitations`,
    { email, role },
    { token: team.owner.token },
  )
  return { answer, token: String(answer.body?.link).split('#token=')[1] ?? '' }
}

async function join(
  context: AuthContext,
  team: Team,
  role: string,
): Promise<SignedIn & { memberId: string | undefined }> {
  const session = await seedSession(context, 'member')
  const { token } = await invite(context, team, session.email, role)
  const accepted = await post(context.instance, '/invitations/accept', { token }, { token: session.token })
  if (accepted.status !== 204) throw new Error(`accept: ${accepted.text}`)
  return { ...session, memberId: await memberId(context, team, session.userId) }
}

async function memberId({ instance }: AuthContext, team: Team, userId: string): Promise<string | undefined> {
  const members = await get(instance, `/organizations/${team.id}/members?limit=100`, { token: team.owner.token })
  return members.body.items.find((each: { userId: string }) => each.userId === userId)?.id
}

async function setRole(
  { instance }: AuthContext,
  team: Team,
  change: { memberId: string | undefined; role: string; by: string },
): Promise<Answer> {
  return await call(instance, 'PATCH', `/api/v1/organizations/${team.id}/members/${change.memberId}`, {
    token: change.by,
    body: { role: change.role },
  })
}

/** A role change applies from the next request on, for sessions and tokens. */
async function roles(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const team = await createTeam(context, 'Roles')
  const admin = await join(context, team, 'admin')
  const inTeam = { organization: team.id }
  const rename = (token: string) =>
    call(instance, 'PATCH', `/api/v1/organizations/${team.id}`, { token, body: { name: 'Roles' } })
  const body = { name: 'ci', scopes: ['organizations:write', 'audit:read'] }
  const made = await post(instance, '/api-tokens', body, { token: admin.token, ...inTeam })
  report.expect(made.status === 201 && (await rename(admin.token)).status === 200, `an admin: ${made.status}`)
  report.expect((await rename(made.body.token)).status === 200, 'the token of an admin')
  const above = await post(
    instance,
    '/api-tokens',
    { name: 'x', scopes: ['members:write'] },
    { token: admin.token, ...inTeam },
  )
  report.expect(above.body.code === 'role_above_own', `a token above one's role: ${above.text}`)
  const promoted = await setRole(context, team, { memberId: admin.memberId, role: 'owner', by: admin.token })
  report.expect(promoted.status === 403, `an admin makes themselves owner: ${promoted.status}`)
  const byToken = await post(instance, '/api-tokens', { name: 'y', scopes: ['audit:read'] }, { token: made.body.token })
  report.expect(byToken.status === 403, `a token makes tokens: ${byToken.status}`)
  const started = performance.now()
  await setRole(context, team, { memberId: admin.memberId, role: 'viewer', by: team.owner.token })
  const after = await Promise.all([
    rename(admin.token),
    rename(made.body.token),
    get(instance, '/audit-log', { token: made.body.token }),
  ])
  report.figure('role_change_ms', Math.round(performance.now() - started))
  report.expect(countStatus(after, 403) === 3, `after the role was taken: ${after.map((each) => each.status)}`)
  const stranger = await seedSession(context, 'member')
  const foreign = await Promise.all([
    rename(stranger.token),
    get(instance, `/organizations/${team.id}`, { token: stranger.token }),
    get(instance, '/audit-log', { token: stranger.token, ...inTeam }),
  ])
  report.expect(countStatus(foreign, 404) === 3, `a stranger: ${foreign.map((each) => each.status)}`)
}

/** Two owners demote or remove each other at the same moment: one of them stays owner. */
async function lastOwner(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const team = await createTeam(context, 'Owners')
  const other = await join(context, team, 'owner')
  const mine = await memberId(context, team, team.owner.userId)
  const rounds = bySize(5, 30)
  let without = 0
  for (let round = 0; round < rounds; round += 1) {
    await race(2, (index) =>
      index === 0
        ? setRole(context, team, { memberId: other.memberId, role: 'viewer', by: team.owner.token })
        : setRole(context, team, { memberId: mine, role: 'viewer', by: other.token }),
    )
    const owners = await db.query(
      `select count(*)::int as count from memberships m join organizations o on o.id = m.organization_id where o.name = 'Owners' and role = 'owner'`,
    )
    if (owners.rows[0].count === 0) without += 1
    await db.query(
      `update memberships m set role = 'owner' from organizations o where o.id = m.organization_id and o.name = 'Owners'`,
    )
  }
  report.figure('ownerless', `${without}/${rounds}`)
  report.expect(without === 0, `${without} of ${rounds} races left the organisation without an owner`)
  await setRole(context, team, { memberId: other.memberId, role: 'developer', by: team.owner.token })
  const self = await setRole(context, team, { memberId: mine, role: 'viewer', by: team.owner.token })
  const gone = await call(instance, 'DELETE', `/api/v1/organizations/${team.id}/members/${mine}`, {
    token: team.owner.token,
  })
  report.expect(
    self.body.code === 'last_owner' && gone.body.code === 'last_owner',
    `the last owner: ${self.status} ${gone.status}`,
  )
}

async function invitations(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const team = await createTeam(context, 'Invitations')
  const guest = await seedSession(context, 'guest')
  const accept = (token: string, by: SignedIn) => post(instance, '/invitations/accept', { token }, { token: by.token })
  const { token } = await invite(context, team, guest.email.toUpperCase())
  const stranger = await seedSession(context, 'guest')
  const wrong = await accept(token, stranger)
  report.expect(wrong.body.code === 'invalid_invitation', `an invitation for another user: ${wrong.text}`)
  const answers = await race(20, () => accept(token, guest))
  report.figure('invitations', `${countStatus(answers, 204)}/20`)
  report.expect(countStatus(answers, 204) === 1, `20 uses of one invitation: ${countStatus(answers, 204)} succeeded`)
  report.expect(countStatus(answers, 422) === 19, `the others: ${[...new Set(answers.map((each) => each.status))]}`)
  const again = await invite(context, team, guest.email)
  report.expect(again.answer.body.code === 'already_a_member', `inviting a member: ${again.answer.text}`)
  const withdrawn = await invite(context, team, stranger.email)
  await call(instance, 'DELETE', `/api/v1/organizations/${team.id}/invitations/${withdrawn.answer.body.id}`, {
    token: team.owner.token,
  })
  report.expect((await accept(withdrawn.token, stranger)).status === 422, 'a withdrawn invitation works')
  const expired = await invite(context, team, stranger.email)
  await db.query(`update invitations set expires_at = now() where email_key = $1`, [stranger.email])
  report.expect((await accept(expired.token, stranger)).status === 422, 'an expired invitation works')
  const late = await invite(context, team, stranger.email)
  await call(instance, 'DELETE', `/api/v1/organizations/${team.id}`, { token: team.owner.token })
  report.expect((await accept(late.token, stranger)).status === 422, 'an invitation into a deleted organisation works')
  const members = await Promise.all(
    [guest, team.owner].map((each) => get(instance, `/organizations/${team.id}`, { token: each.token })),
  )
  report.expect(countStatus(members, 404) === 2, 'a deleted organisation is still there')
}

async function quotas(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const team = await createTeam(context, 'Quotas')
  const inTeam = { token: team.owner.token, organization: team.id }
  const set = await call(instance, 'PATCH', `/api/v1/organizations/${team.id}`, {
    ...inTeam,
    body: { quotas: { apiTokens: 5, members: 100 } },
  })
  report.expect(set.status === 200, `quotas: ${set.text}`)
  const tokens = await race(20, () => post(instance, '/api-tokens', { name: 'q', scopes: ['events:read'] }, inTeam))
  report.expect(
    countStatus(tokens, 201) === 5 && countStatus(tokens, 409) === 15,
    `a quota of 5 tokens gave ${countStatus(tokens, 201)}`,
  )
  const guests = await seedAccounts(db, 8, { prefix: 'crowd' })
  const sessions = await Promise.all(guests.map((each) => signIn(instance, each.email)))
  const links = await Promise.all(sessions.map((each) => invite(context, team, each.email)))
  // The quota is lowered while the invitations are pending.
  await call(instance, 'PATCH', `/api/v1/organizations/${team.id}`, { ...inTeam, body: { quotas: { members: 4 } } })
  const joined = await race(8, (index) =>
    post(instance, '/invitations/accept', { token: links[index]?.token }, { token: sessions[index]?.token ?? '' }),
  )
  report.expect(countStatus(joined, 204) === 3, `a quota of 4 members let ${countStatus(joined, 204)} join the owner`)
  const more = await invite(context, team, 'one-more@example.com')
  report.expect(more.answer.body.code === 'quota_exceeded', `an invitation beyond the quota: ${more.answer.text}`)
  const organizations = await race(60, (index) =>
    post(instance, '/organizations', { name: `Many ${index}` }, { token: team.owner.token }),
  )
  const mine = await db.query(
    `select count(*)::int as count from memberships m join users u on u.id = m.user_id where u.email_key = $1`,
    [team.owner.email],
  )
  report.figure('quotas', `${countStatus(tokens, 201)}/5,${countStatus(joined, 204) + 1}/4,${mine.rows[0].count}/50`)
  report.expect(
    mine.rows[0].count === 50,
    `one person is in ${mine.rows[0].count} organisations; ${countStatus(organizations, 201)} were made`,
  )
}

/** A removed member loses tokens and streams of that organization, and keeps their own. */
async function leaving(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const team = await createTeam(context, 'Leaving')
  const member = await join(context, team, 'developer')
  const made = await post(
    instance,
    '/api-tokens',
    { name: 'ci', scopes: ['events:read'] },
    { token: member.token, organization: team.id },
  )
  using bySession = await openEvents(instance, { token: member.token, organization: team.id })
  using byToken = await openEvents(instance, { token: made.body.token })
  using own = await openEvents(instance, { token: member.token })
  const removed = await call(instance, 'DELETE', `/api/v1/organizations/${team.id}/members/${member.memberId}`, {
    token: team.owner.token,
  })
  report.expect(removed.status === 204, `removal: ${removed.status}`)
  const ended = await Promise.all([bySession.endedWithinMs(5_000), byToken.endedWithinMs(5_000)])
  report.expect(Math.max(...ended) <= 5_000, "a removed member's stream continues")
  const after = await Promise.all([
    get(instance, '/events', { token: made.body.token }),
    get(instance, `/organizations/${team.id}`, { token: member.token }),
  ])
  report.expect(
    after[0]?.status === 401 && after[1]?.status === 404,
    `after the removal: ${after.map((each) => each.status)}`,
  )
  report.expect((await own.endedWithinMs(100)) > 100, 'the stream of the own organisation ended too')
}
