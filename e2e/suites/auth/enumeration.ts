/**
 * M24, V42: neither status, body nor timing shows whether an email address has an account. The classes of each
 * operation alternate in random order, and each sample has its own address and account, so that neither rate limits nor
 * other load favor one class.
 */

import { type AuthContext, bySize, inLanes, post, seedAccounts, withoutEcho } from '../../support/auth/auth-context.ts'
import { type Answer, newAddress, password } from '../../support/client.ts'
import { isQuick } from '../../support/command-line.ts'
import { median, welchT } from '../../support/statistics.ts'

type Class = 'unknown' | 'verified' | 'pending'

interface Operation {
  path: string
  body(email: string): unknown
  classes: Class[]
}

/** The first samples warm up connections and code. */
const warmUp = 4
const all: Class[] = ['unknown', 'verified', 'pending']
const operations: Operation[] = [
  { path: '/auth/register', body: (email) => ({ email, password }), classes: isQuick ? ['unknown', 'verified'] : all },
  { path: '/auth/login', body: (email) => ({ email, password: 'not the right passphrase' }), classes: isQuick ? ['unknown', 'verified'] : all },
  { path: '/auth/forgot-password', body: (email) => ({ email }), classes: isQuick ? ['unknown', 'verified'] : all },
  { path: '/auth/verify-otp', body: (email) => ({ email, code: '000000' }), classes: isQuick ? ['unknown', 'pending'] : all },
  { path: '/auth/resend-otp', body: (email) => ({ email }), classes: isQuick ? ['unknown', 'pending'] : all },
] // biome-ignore format: a table

export async function proveEnumeration(context: AuthContext): Promise<void> {
  const worst = await Promise.all(operations.map((operation) => measure(context, operation)))
  context.report.figure('enumeration_t', Math.max(...worst.map((each) => Math.abs(each.t))).toFixed(2))
  const ratios = worst.flatMap((each) => each.ratios)
  context.report.figure('enumeration_ratio', `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`)
}

async function measure(context: AuthContext, operation: Operation): Promise<{ t: number; ratios: number[] }> {
  const { report } = context
  const samples = bySize(60, 500)
  const times = new Map<Class, number[]>()
  const answers = new Map<Class, Set<string>>()
  const addresses = new Map<Class, string[]>()
  for (const each of operation.classes) addresses.set(each, await prepare(context, each, samples))
  const rounds = Array.from({ length: samples + warmUp }, (_, index) => index)
  await inLanes(2, rounds, async (round) => {
    for (const each of shuffled(operation.classes)) {
      const email = addresses.get(each)?.[round] ?? ''
      const { answer, ms } = await timed(context, operation, email)
      answers.set(each, (answers.get(each) ?? new Set()).add(withoutEcho(answer, email)))
      if (round >= warmUp) times.set(each, [...(times.get(each) ?? []), ms])
    }
  })
  const texts = new Set([...answers.values()].flatMap((each) => [...each]))
  report.expect(texts.size === 1, `${operation.path} answers differently: ${[...texts].join(' | ')}`)
  const [first, ...others] = operation.classes.map((each) => times.get(each) ?? [])
  const found = others.map((each) => ({ t: welchT(first ?? [], each), ratio: median(each) / median(first ?? []) }))
  for (const [index, { t, ratio }] of found.entries()) {
    const what = `${operation.path} ${operation.classes[0]} and ${operation.classes[index + 1]}`
    report.expect(Math.abs(t) < 4.5, `${what}: t=${t.toFixed(2)}`)
    // The medians of few samples differ by chance on a busy machine; the t-test takes their spread into account.
    if (!isQuick) report.expect(ratio > 0.9 && ratio < 1.1, `${what}: medians differ by ${ratio.toFixed(2)}`)
  }
  console.error(
    `    ${operation.path} ${found.map(({ t, ratio }) => `t=${t.toFixed(2)} ratio=${ratio.toFixed(2)}`).join(' ')} median=${median(first ?? []).toFixed(0)} ms`,
  )
  return { t: Math.max(...found.map(({ t }) => Math.abs(t))), ratios: found.map(({ ratio }) => ratio) }
}

let nextUnknown = 0
async function prepare({ db }: AuthContext, kind: Class, samples: number): Promise<string[]> {
  const count = samples + warmUp
  if (kind === 'unknown') return Array.from({ length: count }, () => `stranger${++nextUnknown}@example.com`)
  const accounts = await seedAccounts(db, count, { verified: kind === 'verified', prefix: kind })
  if (kind === 'pending') {
    await db.query(
      `insert into one_time_codes (id, user_id, purpose, code_hash, expires_at)
       select gen_random_uuid(), id, 'verify_email', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', now() + interval '1 hour' from unnest($1::uuid[]) id`,
      [accounts.map((account) => account.userId)],
    )
  }
  return accounts.map((account) => account.email)
}

async function timed(
  { instance }: AuthContext,
  operation: Operation,
  email: string,
): Promise<{ answer: Answer; ms: number }> {
  const started = performance.now()
  const answer = await post(instance, operation.path, operation.body(email), { address: newAddress() })
  return { answer, ms: performance.now() - started }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
