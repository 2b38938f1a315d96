/** M18, V36: a six-digit code resists guessing, whatever the spelling, the order or the number of concurrent attempts. */
import { createHash } from 'node:crypto'
import { type AuthContext, bySize, countStatus, post, race } from '../../support/auth/auth-context.ts'
import { newAddress, password } from '../../support/client.ts'

export async function proveOneTimeCodes(context: AuthContext): Promise<void> {
  await Promise.all([
    parallelGuesses(context),
    sixthTry(context),
    otherForms(context),
    newCodeEndsOld(context),
    successOnce(context),
    expiry(context),
    codesPerHourAndDay(context),
  ])
}

let next = 0

async function register({ instance }: AuthContext): Promise<{ email: string; code: string }> {
  const email = `otp${++next}@example.com`
  const answer = await post(instance, '/auth/register', { email, password })
  if (answer.status !== 202) throw new Error(`register: ${answer.text}`)
  return { email, code: await instance.mailbox.waitForCode(email) }
}

function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))
}

async function attemptsOf({ db }: AuthContext, email: string): Promise<number> {
  const found = await db.query(
    'select coalesce(sum(attempts), 0)::int as tries from one_time_codes c join users u on u.id = c.user_id where u.email_key = $1',
    [email],
  )
  return found.rows[0].tries
}

async function parallelGuesses(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { email, code } = await register(context)
  const guesses = wrongCodes(code, 200)
  const answers = await race(200, (index) => post(instance, '/auth/verify-otp', { email, code: guesses[index] }))
  const evaluated = await attemptsOf(context, email)
  report.figure('otp_evaluated', evaluated)
  report.expect(evaluated <= 5, `200 parallel guesses: ${evaluated} were evaluated`)
  report.expect(countStatus(answers, 401) === 200, 'a wrong code was answered with something else than 401')
  const right = await post(instance, '/auth/verify-otp', { email, code })
  report.expect(right.status === 401, `the right code after the guesses: ${right.status}`)
}

async function sixthTry(context: AuthContext): Promise<void> {
  const { instance, report } = context
  for (const [wrong, expected] of [
    [4, 200],
    [5, 401],
  ] as const) {
    const { email, code } = await register(context)
    for (const guess of wrongCodes(code, wrong)) await post(instance, '/auth/verify-otp', { email, code: guess })
    const { status } = await post(instance, '/auth/verify-otp', { email, code })
    report.expect(status === expected, `the right code after ${wrong} wrong ones: ${status}, not ${expected}`)
  }
}

/** Other spellings of the same code are neither accepted nor give more than five attempts. */
async function otherForms(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { email, code } = await register(context)
  const fullWidth = [...code].map((digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0)).join('')
  const arabic = [...code].map((digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0x630)).join('')
  const forms: unknown[] = [
    ` ${code}`, `${code} `, `${code}\n`, `\t${code}`, `${code}\u0000`, `${code.slice(0, 3)} ${code.slice(3)}`, `${code.slice(0, 3)}-${code.slice(3)}`,
    fullWidth, arabic, Number(code), [code], { code }, `0${code}`, `00${code}`, code.slice(1), `+${code}`, `${code}.0`, `${code}e0`, true, null,
    `${code}'--`, `\u200b${code}`, `${code}\ufeff`,
  ] // biome-ignore format: a list
  const answers = await race(forms.length, (index) => post(instance, '/auth/verify-otp', { email, code: forms[index] }))
  const passed = answers.filter((answer) => answer.status < 400 || answer.status >= 500).length
  report.figure('otp_forms', `${passed}/${forms.length}`)
  report.expect(passed === 0, `${passed} other forms of a code passed`)
  const evaluated = await attemptsOf(context, email)
  report.expect(evaluated === 0, `${evaluated} malformed codes were evaluated`)
}

async function newCodeEndsOld(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { email, code: old } = await register(context)
  await post(instance, '/auth/resend-otp', { email })
  const code = await instance.mailbox.waitForCode(email, 1)
  const stale = await post(instance, '/auth/verify-otp', { email, code: old })
  report.expect(stale.status === 401 || code === old, 'an old code works after a new one was sent')
  const fresh = await post(instance, '/auth/verify-otp', { email, code })
  report.expect(fresh.status === 200, `the newest code: ${fresh.status}`)
  // Two concurrent requests for a code must not leave two valid codes.
  const other = await register(context)
  await race(3, () => post(instance, '/auth/resend-otp', { email: other.email }))
  const alive = await context.db.query(
    'select count(*)::int as count from one_time_codes c join users u on u.id = c.user_id where u.email_key = $1 and consumed_at is null',
    [other.email],
  )
  report.expect(alive.rows[0].count === 1, `${alive.rows[0].count} codes of one account are alive`)
}

async function successOnce(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { email, code } = await register(context)
  const answers = await race(50, () => post(instance, '/auth/verify-otp', { email, code }))
  const successes = countStatus(answers, 200)
  report.figure('otp_successes', `${successes}/50`)
  report.expect(successes === 1, `50 uses of one code at once: ${successes} succeeded`)
  report.expect(countStatus(answers, 401) === 49, 'a used code was answered with something else than 401')
  const organizations = await context.db.query(
    'select count(*)::int as count from memberships m join users u on u.id = m.user_id where u.email_key = $1',
    [email],
  )
  report.expect(organizations.rows[0].count === 1, 'the account has more than one organization of its own')
}

async function expiry(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email, code } = await register(context)
  const changed = await db.query(
    `update one_time_codes c set expires_at = expires_at - interval '10 minutes' from users u
     where u.id = c.user_id and u.email_key = $1 returning extract(epoch from c.expires_at + interval '10 minutes' - c.created_at)::float as lifetime, code_hash`,
    [email],
  )
  report.expect(Math.abs(changed.rows[0].lifetime - 600) < 5, `a code lives ${changed.rows[0].lifetime} s`)
  report.expect(!String(changed.rows[0].code_hash).includes(code), 'a code is stored in the clear')
  const { status } = await post(instance, '/auth/verify-otp', { email, code })
  report.expect(status === 401, `a code after ten minutes: ${status}`)
}

async function codesPerHourAndDay(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await register(context)
  const codes = async () =>
    (
      await db.query(
        'select count(*)::int as count from one_time_codes c join users u on u.id = c.user_id where u.email_key = $1',
        [email],
      )
    ).rows[0].count
  const ask = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const answer = await post(instance, '/auth/resend-otp', { email }, { address: newAddress() })
      report.expect(answer.status === 202, `resend-otp beyond the limit shows: ${answer.status}`)
    }
  }
  await ask(6)
  const inHour = await codes()
  report.expect(inHour === 5, `${inHour} codes in an hour`)
  await endWindow(context, 'codes-hour', email)
  await ask(6)
  await endWindow(context, 'codes-hour', email)
  await ask(bySize(2, 6))
  const inDay = await codes()
  report.figure('otp_codes', `${inHour}/h,${inDay}/d`)
  report.expect(inDay === 10, `${inDay} codes in a day`)
}

async function endWindow({ db }: AuthContext, limit: string, subject: string): Promise<void> {
  const key = createHash('sha256').update(`${limit}\0${subject}`).digest()
  const { rowCount } = await db.query('update rate_limits set expires_at = now() where key = $1', [key])
  if (rowCount !== 1) throw new Error(`there is no window of ${limit}`)
}
