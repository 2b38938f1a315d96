/** The context of every topic of the auth suite, and small helpers that several of them use. */

import { newId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createPasswordHasher } from '../../../apps/server/src/testing/internals/passwords.ts'
import type { Superuser } from '../../../apps/server/src/testing/superuser.ts'
import { type Answer, type CallOptions, call, newAddress, password, type SignedIn, toSignedIn } from '../client.ts'
import { isQuick } from '../command-line.ts'
import type { Instance } from '../instance.ts'
import type { Report } from '../report.ts'

export interface AuthContext {
  readonly instance: Instance
  /** A superuser connection, to read rows and to change their times. */
  readonly db: Superuser
  readonly report: Report
}

export type Topic = (context: AuthContext) => Promise<void>

/** A stream whose owner lost access ends within five seconds. The quick form only guards against one that never ends. */
export const streamEndsWithinMs = isQuick ? 120_000 : 5_000

export function bySize(quick: number, full: number): number {
  return isQuick ? quick : full
}

export async function post(
  instance: Pick<Instance, 'url'>,
  operation: string,
  body: unknown,
  options: Omit<CallOptions, 'body'> = {},
): Promise<Answer> {
  return await call(instance, 'POST', `/api/v1${operation}`, { ...options, body })
}

export async function get(
  instance: Pick<Instance, 'url'>,
  operation: string,
  options: CallOptions = {},
): Promise<Answer> {
  return await call(instance, 'GET', `/api/v1${operation}`, options)
}

/** Runs all calls concurrently. */
export async function race<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

/** At most `width` at a time, in order of their start. */
export async function inLanes<T, R>(width: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]
      if (item !== undefined) results[at] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}

export function countStatus(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length
}

let hashOfPassword: Promise<string> | undefined
let nextSeed = 0

export interface SeededAccount {
  email: string
  userId: string
  organizationId: string
}

/** Writes an account with the usual password to the database, where sign-up isn't under test. */
export async function seedAccounts(
  db: Superuser,
  count: number,
  options: { verified?: boolean; prefix?: string } = {},
): Promise<SeededAccount[]> {
  hashOfPassword ??= createPasswordHasher().hash(password)
  const hash = await hashOfPassword
  const accounts = Array.from({ length: count }, () => ({
    email: `${options.prefix ?? 'seed'}${++nextSeed}@example.com`,
    userId: newId('usr'),
    organizationId: newId('org'),
    membershipId: newId('mem'),
  }))
  const verified = options.verified !== false
  const rows = JSON.stringify(accounts)
  await db.query(
    `insert into users (id, email, email_key, name, password_hash, email_verified_at, email_proved_by)
     select "userId", email, email, 'Seed', $2, case when $3 then now() end, case when $3 then 'mail' end
     from jsonb_to_recordset($1::jsonb) as a ("userId" uuid, email text)`,
    [rows, hash, verified],
  )
  if (!verified) return accounts
  await db.query(
    `with a as (select * from jsonb_to_recordset($1::jsonb) as a ("userId" uuid, "organizationId" uuid, "membershipId" uuid, email text)),
     o as (insert into organizations (id, name, personal) select "organizationId", email, true from a)
     insert into memberships (id, organization_id, user_id, role) select "membershipId", "organizationId", "userId", 'owner' from a`,
    [rows],
  )
  return accounts
}

export async function seedAccount(
  db: Superuser,
  options: { verified?: boolean; prefix?: string } = {},
): Promise<SeededAccount> {
  const [account] = await seedAccounts(db, 1, options)
  if (account === undefined) throw new Error('no account')
  return account
}

/** A seeded account that signed in through the API. */
export async function seedSession({ instance, db }: AuthContext, prefix?: string): Promise<SignedIn> {
  const { email } = await seedAccount(db, prefix === undefined ? {} : { prefix })
  return await signIn(instance, email)
}

export async function signIn(instance: Instance, email: string): Promise<SignedIn> {
  const answer = await post(instance, '/auth/login', { email, password }, { address: newAddress() })
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`)
  return toSignedIn(answer, email)
}

/** The cookies of a response as a Cookie header. */
export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Removes the parts that can differ between responses to different people: ids, times and the given email address. */
export function withoutEcho(answer: Answer, email: string): string {
  const text = answer.text
    .replaceAll(email, '<email>')
    .replaceAll(/"traceId":"[0-9a-f]+"/g, '"traceId":""')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
  return `${answer.status} ${answer.headers.get('content-type')} ${text}`
}
