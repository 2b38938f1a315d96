/** V43: who can create an account and how, and that no one gets an account for an email address that isn't theirs. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type AuthContext,
  countStatus,
  get,
  post,
  race,
  seedAccount,
  withoutEcho,
} from '../../support/auth/auth-context.ts'
import { type Answer, password, signUp } from '../../support/client.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import { startOtherApi } from './other-api.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const otherPassword = 'walnut hovercraft Tuesday lagoon'

export async function proveSignUp(context: AuthContext): Promise<void> {
  await Promise.all([
    squatting(context),
    unverified(context),
    openInvitation(context),
    closed(context),
    firstUser(context),
  ])
}

/** Two passwords for one unverified email address: neither is valid until the mailbox owner confirms. */
async function squatting({ instance, report }: AuthContext): Promise<void> {
  const email = 'squatted@example.com'
  await post(instance, '/auth/register', { email, password })
  const first = await instance.mailbox.waitForCode(email)
  await post(instance, '/auth/register', { email: email.toUpperCase(), password: otherPassword })
  const code = await instance.mailbox.waitForCode(email, 1)
  const stale = await post(instance, '/auth/verify-otp', { email, code: first })
  report.expect(stale.status === 401 || first === code, `the code of the first registration: ${stale.status}`)
  const verified = await post(instance, '/auth/verify-otp', { email, code })
  report.expect(verified.status === 200, `the code of the second registration: ${verified.status}`)
  const tries = await Promise.all(
    [password, otherPassword].map((each) => post(instance, '/auth/login', { email, password: each })),
  )
  report.figure('squatted', `${countStatus(tries, 200)}/2`)
  report.expect(countStatus(tries, 401) === 2, `passwords of a disputed address: ${tries.map((each) => each.status)}`)
  await post(instance, '/auth/forgot-password', { email })
  const mail = await instance.mailbox.waitFor(email, (each) => each.text.includes('#token='))
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1]
  const reset = await post(instance, '/auth/reset-password', { token, password: otherPassword })
  const signedIn = await post(instance, '/auth/login', { email, password: otherPassword })
  report.expect(reset.status === 204 && signedIn.status === 200, `after the reset: ${reset.status} ${signedIn.status}`)
  const twice = 'twice@example.com'
  await post(instance, '/auth/register', { email: twice, password })
  await instance.mailbox.waitForCode(twice)
  await post(instance, '/auth/register', { email: twice, password })
  await post(instance, '/auth/verify-otp', { email: twice, code: await instance.mailbox.waitForCode(twice, 1) })
  const same = await post(instance, '/auth/login', { email: twice, password })
  report.expect(same.status === 200, `the same password given twice: ${same.status}`)
}

async function unverified({ instance, db, report }: AuthContext): Promise<void> {
  const { email } = await seedAccount(db, { verified: false, prefix: 'unverified' })
  const answer = await post(instance, '/auth/login', { email, password })
  report.expect(answer.body.code === 'email_not_verified', `sign-in before the address is verified: ${answer.text}`)
  report.expect(answer.headers.getSetCookie().length === 0, 'an unverified account gets cookies')
  const code = await instance.mailbox.waitForCode(email)
  await post(instance, '/auth/forgot-password', { email })
  const links = instance.mailbox.mails.filter(
    (mail) => mail.recipients.includes(email) && mail.text.includes('#token='),
  )
  report.expect(links.length === 0, 'an unverified account gets a reset link')
  const verified = await post(instance, '/auth/verify-otp', { email, code })
  report.expect(verified.status === 200, `the code sent by the sign-in: ${verified.status}`)
}

/** Where anyone can invite, an invitation doesn't prove an email address. */
async function openInvitation({ instance, report }: AuthContext): Promise<void> {
  const owner = await signUp(instance, 'inviter@example.com')
  const organization = await post(instance, '/organizations', { name: 'Open' }, { token: owner.token })
  const email = 'invited-open@example.com'
  const invitation = await post(
    instance,
    `/organizations/${organization.body.id}/invitations`,
    { email, role: 'viewer' },
    { token: owner.token },
  )
  const invitationToken = String(invitation.body.link).split('#token=')[1]
  const taken = await post(instance, '/auth/register', { email, password, invitationToken })
  report.expect(taken.status === 202, `another user's email address through one's own invitation: ${taken.status}`)
  const code = await instance.mailbox.waitForCode(email)
  const verified = await post(instance, '/auth/verify-otp', { email, code })
  const joined = await post(
    instance,
    '/invitations/accept',
    { token: invitationToken },
    { token: verified.body.accessToken },
  )
  report.expect(joined.status === 204, `the invitation after the address is verified: ${joined.status} ${joined.text}`)
  const me = await get(instance, '/auth/me', { token: verified.body.accessToken })
  report.expect(me.body.organizations.length === 2, 'the invited person is not in the organisation')
}

async function closed({ instance, report }: AuthContext): Promise<void> {
  const email = 'before-closing@example.com'
  await post(instance, '/auth/register', { email, password })
  const code = await instance.mailbox.waitForCode(email)
  await using api = await startOtherApi(instance, { SIGN_UP_MODE: 'closed' })
  const answers = await Promise.all([
    post(api, '/auth/register', { email: 'late@example.com', password }),
    post(api, '/auth/register', { email: 'twice@example.com', password }),
  ])
  report.expect(
    answers.every((answer) => answer.body.code === 'sign_up_closed'),
    `registration when closed: ${answers.map((each) => each.status)}`,
  )
  const verify = await post(api, '/auth/verify-otp', { email, code })
  report.expect(verify.body.code === 'sign_up_closed', `a code from before the closing: ${verify.text}`)
  const wrongs = await Promise.all(
    ['late@example.com', 'inviter@example.com'].map(async (each) => {
      const answer = await post(api, '/auth/register', { email: each, password, invitationToken: 'A'.repeat(43) })
      return withoutEcho(answer, each)
    }),
  )
  report.expect(
    wrongs[0] === wrongs[1] && wrongs[0]?.startsWith('422') === true,
    `a wrong invitation distinguishes email addresses: ${wrongs.join(' | ')}`,
  )
}

async function firstUser({ report, instance: { environment } }: AuthContext): Promise<void> {
  const NODE_COMPILE_CACHE = environment.NODE_COMPILE_CACHE ?? ''
  await using instance = await startInstance({ environment: { SIGN_UP_MODE: 'first-user', NODE_COMPILE_CACHE } })
  const emails = Array.from({ length: 5 }, (_, index) => `first${index}@example.com`)
  await Promise.all(emails.map((email) => post(instance, '/auth/register', { email, password })))
  const codes = await Promise.all(emails.map((email) => instance.mailbox.waitForCode(email)))
  const answers = await race(5, (index) =>
    post(instance, '/auth/verify-otp', { email: emails[index], code: codes[index] }),
  )
  report.figure('first_users', `${countStatus(answers, 200)}/5`)
  report.expect(countStatus(answers, 200) === 1, `${countStatus(answers, 200)} first users`)
  report.expect(countStatus(answers, 403) === 4, `the others: ${answers.map((each) => each.status)}`)
  const late = await post(instance, '/auth/register', { email: 'late@example.com', password })
  report.expect(late.body.code === 'sign_up_closed', `the next registration: ${late.text}`)
  await bySetupLink(instance, report)
  const owner = answers.find((answer) => answer.status === 200)
  await byInvitation(instance, report, owner?.body.accessToken)
}

async function bySetupLink(instance: Instance, report: AuthContext['report']): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', ...instance.environment }
  const { stdout } = await run(process.execPath, [main, 'setup-link'], { env })
  report.expect(stdout.startsWith(`${instance.environment.PUBLIC_URL}/setup#token=`), `the setup link is ${stdout}`)
  const setupToken = stdout.trim().split('#token=')[1]
  const answers = await race(10, (index) =>
    post(instance, '/auth/register', { email: `setup${index}@example.com`, password, setupToken }),
  )
  report.expect(countStatus(answers, 201) === 1, `10 uses of one setup link: ${countStatus(answers, 201)} accounts`)
  report.expect(countStatus(answers, 422) === 9, `the others: ${answers.map((each) => each.status)}`)
  const made = answers.find((answer) => answer.status === 201)
  const me = await get(instance, '/auth/me', { token: made?.body.accessToken })
  report.expect(me.body?.emailVerifiedAt !== null && me.status === 200, 'the account of a setup link is not usable')
}

async function byInvitation(
  instance: Instance,
  report: AuthContext['report'],
  token: string | undefined,
): Promise<void> {
  const organization = await post(instance, '/organizations', { name: 'Closed' }, { token })
  const email = 'guest@example.com'
  const invite = async () => {
    const answer = await post(
      instance,
      `/organizations/${organization.body.id}/invitations`,
      { email, role: 'developer' },
      { token },
    )
    return String(answer.body.link).split('#token=')[1]
  }
  const replaced = await invite()
  const invitationToken = await invite()
  const stale = await post(instance, '/auth/register', { email, password, invitationToken: replaced })
  report.expect(stale.status === 422, `an invitation that a newer one replaced: ${stale.status}`)
  const stranger = await post(instance, '/auth/register', { email: 'stranger@example.com', password, invitationToken })
  report.expect(stranger.status === 422, `another user's invitation: ${stranger.status}`)
  const answers: Answer[] = await race(10, () => post(instance, '/auth/register', { email, password, invitationToken }))
  report.expect(countStatus(answers, 201) === 1, `10 uses of one invitation: ${countStatus(answers, 201)} accounts`)
  const roles = answers
    .find((answer) => answer.status === 201)
    ?.body.user.organizations.map((each: { role: string }) => each.role)
  report.expect(roles?.includes('developer') === true, 'the guest does not have the role of the invitation')
}
