/** M19: no one can lock another user out, and the stop after a hundred failures reveals nothing to a stranger. */

import {
  type AuthContext,
  bySize,
  cookiesOf,
  inLanes,
  post,
  seedAccount,
  withoutEcho,
} from '../../support/auth/auth-context.ts'
import { type Answer, newAddress, password, signUp } from '../../support/client.ts'

export async function proveLockout(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'locked' })
  const first = await post(instance, '/auth/login', { email, password })
  const device = cookiesOf(first)
  const signInWith = async (cookie: string | null, secret = password): Promise<Answer> =>
    await post(instance, '/auth/login', { email, password: secret }, cookie === null ? {} : { headers: { cookie } })

  const failures = await attack(context, email)
  report.figure('lockout_failures', failures)
  const wrong = await signInWith(null, 'not the right passphrase')
  const stopped = await signInWith(null)
  report.expect(
    stopped.status === 401,
    `a stranger with the right password after ${failures} failures: ${stopped.status}`,
  )
  report.expect(
    withoutEcho(stopped, email) === withoutEcho(wrong, email),
    'the stop can be distinguished from a wrong password',
  )
  const other = await seedAccount(db, { prefix: 'locked' })
  const foreignDevice = cookiesOf(await post(instance, '/auth/login', { email: other.email, password }))
  const foreign = await signInWith(foreignDevice)
  report.expect(foreign.status === 401, `with another user's device cookie: ${foreign.status}`)
  const known = await signInWith(device)
  report.expect(known.status === 200, `the owner from a known device: ${known.status}`)
  const fresh = await signInWith(null)
  report.expect(fresh.status === 200, `from elsewhere, after the owner signed in: ${fresh.status}`)
  await resetOpens(context)
}

/** Sends more than a hundred wrong passwords, a few from each IP address. */
async function attack({ instance, db }: AuthContext, email: string): Promise<number> {
  const real = bySize(12, 110)
  await db.query('update users set failed_logins = $2 where email_key = $1', [email, 110 - real])
  const addresses = Array.from({ length: Math.ceil(real / 8) }, newAddress)
  await inLanes(
    8,
    Array.from({ length: real }, (_, index) => index),
    async (index) => {
      const address = addresses[index % addresses.length] ?? newAddress()
      const { status } = await post(instance, '/auth/login', { email, password: `wrong ${index} guess` }, { address })
      if (status !== 401) throw new Error(`a wrong password: ${status}`)
    },
  )
  const found = await db.query('select failed_logins as count from users where email_key = $1', [email])
  return found.rows[0].count
}

async function resetOpens(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await signUp(instance, 'locked-reset@example.com')
  await db.query('update users set failed_logins = 1000 where email_key = $1', [email])
  await post(instance, '/auth/forgot-password', { email })
  const mail = await instance.mailbox.waitFor(email, (each) => each.text.includes('#token='))
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1]
  const next = 'walnut hovercraft Tuesday lagoon'
  const reset = await post(instance, '/auth/reset-password', { token, password: next })
  report.expect(reset.status === 204, `reset of a stopped account: ${reset.status} ${reset.text}`)
  const { status } = await post(instance, '/auth/login', { email, password: next })
  report.expect(status === 200, `a stranger's device after the reset: ${status}`)
}
