/** Creates an account, resets its password, and signs in. */
import type { Session } from '@longshore/sdk'
import { password } from '../client.ts'
import type { Instance } from '../instance.ts'
import type { Walker } from './walker.ts'

const email = 'ada@example.com'
const newPassword = `${password} again`

export async function walkAccount(walker: Walker, { mailbox }: Instance): Promise<void> {
  await walker.call('POST /auth/register', { body: { email, password, name: 'Ada' } })
  await walker.call('POST /auth/verify-otp', { body: { email, code: await mailbox.waitForCode(email) } })
  await walker.call('POST /auth/forgot-password', { body: { email } })
  const mail = await mailbox.waitFor(email, ({ text }) => text.includes('token='))
  const token = /token=([\w-]+)/.exec(mail.text)?.[1]
  await walker.call('POST /auth/reset-password', { body: { token, password: newPassword } })
  await signIn(walker)
}

/** Also signs in later, because a session can be shorter than a walk. */
export async function signIn(walker: Walker): Promise<void> {
  walker.token = ''
  const { accessToken, user } = await walker.call<Session>('POST /auth/login', {
    body: { email, password: newPassword },
  })
  walker.report.expect(user.email === email, `another user signed in: ${JSON.stringify(user)}`)
  walker.token = accessToken
}
