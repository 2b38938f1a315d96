/** M16, M17: how passwords are stored and compared, and that a burst of sign-ins doesn't take the service down. */
import { argon2Sync, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type AuthContext,
  countStatus,
  inLanes,
  post,
  race,
  seedAccount,
  seedAccounts,
  signIn,
} from '../../support/auth/auth-context.ts'
import { call, newAddress, password } from '../../support/client.ts'
import { percentile } from '../../support/report.ts'

export async function provePasswords(context: AuthContext): Promise<void> {
  await Promise.all([stored(context), compared(context)])
}

/** At least argon2id with 19 MiB and two passes; a weaker hash is renewed at the next sign-in. */
async function stored({ instance, db, report }: AuthContext): Promise<void> {
  const { email } = await seedAccount(db, { prefix: 'hash' })
  const salt = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    tagLength: 32,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
  })
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const weak = `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(tag)}`
  await db.query('update users set password_hash = $2 where email_key = $1', [email, weak])
  const wrong = await post(instance, '/auth/login', { email, password: 'not the right passphrase' })
  await signIn(instance, email)
  const found = await db.query('select password_hash as hash from users where email_key = $1', [email])
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(found.rows[0].hash) ?? []
  report.figure('argon2id', `m=${memory},t=${passes}`)
  report.expect(Number(memory) >= 19_456 && Number(passes) >= 2, `the hash was not renewed: m=${memory} t=${passes}`)
  report.expect(wrong.status === 401, `a wrong password with a weak hash: ${wrong.status}`)
  await signIn(instance, email)
}

/** Every character counts, beyond 72 bytes too; the same letters are the same password however they are encoded. */
async function compared({ instance, db, report }: AuthContext): Promise<void> {
  const long256 = randomBytes(192).toString('base64url')
  const long = `${'orbit meadow '.repeat(8)}lantern`
  const cases: { name: string; set: string; tries: [string, number][] }[] = [
    { name: 'a password of more than 72 bytes', set: long, tries: [[long, 200], [long.slice(0, 72), 401], [`${long.slice(0, -1)}N`, 401], [`${long} `, 401]] },
    { name: 'Unicode', set: 'caf\u00e9 na\u00efve \u00fcber stra\u00dfe', tries: [['cafe\u0301 nai\u0308ve u\u0308ber stra\u00dfe', 200], ['cafe naive uber strasse', 401]] },
    { name: 'leading space', set: ' walnut hovercraft lagoon', tries: [['walnut hovercraft lagoon', 401], [' walnut hovercraft lagoon', 200]] },
    { name: '256 characters', set: long256, tries: [[long256, 200]] },
  ] // biome-ignore format: a table
  await inLanes(3, cases, async ({ name, set, tries }) => {
    const { email } = await seedAccount(db, { prefix: 'compare' })
    const { token } = await signIn(instance, email)
    const changed = await post(
      instance,
      '/auth/change-password',
      { currentPassword: password, newPassword: set },
      { token },
    )
    report.expect(changed.status === 204, `${name} is refused: ${changed.text}`)
    for (const [attempt, expected] of tries) {
      const { status } = await post(instance, '/auth/login', { email, password: attempt })
      report.expect(status === expected, `${name}: ${status}, not ${expected}`)
    }
  })
  const refused = [
    'short',
    'elevenchars',
    'password1234',
    'Password2024!',
    'qwertyuiop12',
    'longshore2024',
    'compare-policy',
    'x'.repeat(257),
  ]
  const { email } = await seedAccount(db, { prefix: 'compare-policy' })
  for (const each of refused) {
    const answer = await post(instance, '/auth/register', {
      email: each === 'compare-policy' ? 'compare-policy@example.com' : `new-${email}`,
      password: each === 'compare-policy' ? 'compare-policy1' : each,
    })
    report.expect(answer.body.code === 'weak_password', `${each.slice(0, 20)} is accepted: ${answer.status}`)
  }
}

/** 200 sign-ins at once from several addresses, half of them wrong. */
export async function proveSignInStorm({ instance, db, report }: AuthContext): Promise<void> {
  const accounts = await seedAccounts(db, 200, { prefix: 'storm' })
  const stop = new AbortController()
  const times: number[] = []
  let rss = 0
  const watch = (async () => {
    while (!stop.signal.aborted) {
      const started = performance.now()
      const answer = await call(instance, 'GET', '/health/live')
      times.push(answer.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
      rss = Math.max(rss, instance.api.memory().rss)
      await delay(10)
    }
  })()
  const answers = await race(200, (index) =>
    post(
      instance,
      '/auth/login',
      { email: accounts[index]?.email, password: index % 2 === 0 ? password : 'not the right passphrase' },
      { address: newAddress() },
    ),
  )
  stop.abort()
  await watch
  const p99 = percentile(times, 0.99)
  report.figure('storm_health_p99_ms', Math.round(p99))
  report.figure('storm_rss_mb', Math.round(rss / 1e6))
  report.expectTime(p99 < 1_000, `health during 200 sign-ins: p99 ${Math.round(p99)} ms over ${times.length} probes`)
  report.expect(rss < 600e6, `memory during 200 sign-ins: ${Math.round(rss / 1e6)} MB`)
  report.expect(
    countStatus(answers, 200) === 100 && countStatus(answers, 401) === 100,
    `200 sign-ins: ${countStatus(answers, 200)} in, ${countStatus(answers, 401)} refused`,
  )
}
