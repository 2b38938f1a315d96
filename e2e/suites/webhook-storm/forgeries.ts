/** Deliveries without a valid signature: all get the same response, and none leaves a trace. */
import { createHmac, randomUUID } from 'node:crypto'
import { absentId } from '../../support/fixtures.ts'
import { type Delivery, deliver, namesOf, pushOf } from './deliver.ts'
import { type Followed, patch, type StormTestEnv, uuid } from './test-env.ts'

export async function proveForgeries(testEnv: StormTestEnv): Promise<void> {
  const { report } = testEnv
  const other = await testEnv.follow('forged-other', 2)
  const off = await testEnv.follow('forged-off', 2)
  await patch(testEnv, off, { enabled: false })
  const rotated = await testEnv.follow('forged-rotated', 2)
  await patch(testEnv, rotated, { enabled: true, rotateSecret: true })
  const followed = await testEnv.follow('forged', 2)
  const forgeries: [string, string, Delivery][] = [
    ...againstGithub(followed, other),
    ['a secret of an older generation', rotated.id, pushOf(rotated, { sha: rotated.commits[1] ?? '' })],
    ['an environment that is switched off', off.id, pushOf(off, { sha: off.commits[1] ?? '' })],
    ['an environment that there is not', absentId('env'), pushOf(followed, { sha: followed.commits[1] ?? '' })],
  ]
  const answers = new Set<string>()
  let accepted = 0
  for (const [name, id, forgery] of forgeries) {
    const { status, text } = await deliver(testEnv, id, forgery)
    if (!report.expect(status === 403, `${name}: ${status} ${text.slice(0, 200)}`)) accepted += 1
    answers.add(text.replace(/"instance":"[^"]*"/, '').replace(/"traceId":"[^"]*"/, ''))
  }
  report.figure('forgeries', forgeries.length)
  report.figure('forgeries_accepted', accepted)
  report.expect(answers.size === 1, `refusals differ: ${[...answers].join('\n')}`)
  await proveNoTrace(testEnv, [followed, other, off, rotated])
  await proveReplay(testEnv, followed)
}

function againstGithub(followed: Followed, other: Followed): [string, string, Delivery][] {
  const { body } = pushOf({ ...followed, kind: 'github' }, { sha: followed.commits[1] ?? '' })
  const names = namesOf('github', 'push', randomUUID())
  const hex = (secret: string, data: Buffer | string = body) => createHmac('sha256', secret).update(data).digest('hex')
  const right = hex(followed.secret)
  const sha1 = createHmac('sha1', followed.secret).update(body).digest('hex')
  const signed = (signature: Record<string, string | string[]>, given = body): Delivery => ({
    body: given,
    headers: { ...names, ...signature },
  })
  const as = (value: string) => signed({ 'x-hub-signature-256': value })
  const changed = Buffer.from(body.toString().replace('Change', 'change'))
  const gitlab = namesOf('gitlab', 'push', randomUUID())
  const list: [string, Delivery][] = [
    ['no signature', signed({})],
    ['an empty signature', as('')],
    ['a signature without its hash', as(right)],
    ['a signature that is cut', as(`sha256=${right.slice(0, 40)}`)],
    ['a guessed secret', as(`sha256=${hex('secret')}`)],
    ['an empty secret', as(`sha256=${hex('')}`)],
    ['the secret of another environment', as(`sha256=${hex(other.secret)}`)],
    ['SHA-1', signed({ 'x-hub-signature': `sha1=${sha1}` })],
    ['SHA-1 under the other name', as(`sha1=${sha1}`)],
    ['a signature of nothing', as(`sha256=${hex(followed.secret, '')}`)],
    ['a body that was changed', signed({ 'x-hub-signature-256': `sha256=${right}` }, changed)],
    [
      'a body with a byte more',
      signed({ 'x-hub-signature-256': `sha256=${right}` }, Buffer.concat([body, Buffer.from(' ')])),
    ],
    ['two signatures', signed({ 'x-hub-signature-256': [`sha256=${hex('secret')}`, `sha256=${right}`] })],
    ['a part of the token', { body, headers: { ...gitlab, 'x-gitlab-token': followed.secret.slice(0, 32) } }],
    ['the signature as the token', { body, headers: { ...gitlab, 'x-gitlab-token': right } }],
    [
      'a signature under the name of another kind',
      { body, headers: { ...gitlab, 'x-hub-signature-256': `sha256=${right}` } },
    ],
  ]
  return list.map(([name, delivery]) => [name, followed.id, delivery])
}

async function proveNoTrace({ report, sql }: StormTestEnv, all: readonly Followed[]): Promise<void> {
  const ids = all.map(uuid)
  const kept = await sql.query('select 1 from webhook_deliveries where environment_id = any($1)', [ids])
  const started = await sql.query('select 1 from deployments where environment_id = any($1)', [ids])
  report.expect(
    kept.length === 0 && started.length === 0,
    `${kept.length} forgeries were kept, ${started.length} deployed`,
  )
}

/** Sends the same delivery again, and the same body under another id, which no signature covers. */
async function proveReplay(testEnv: StormTestEnv, followed: Followed): Promise<void> {
  const { report, sql } = testEnv
  const github = { ...followed, kind: 'github' as const }
  await followed.moveTo(1)
  const delivery = pushOf(github, { sha: followed.commits[1] ?? '' })
  const again = { ...delivery, headers: { ...delivery.headers, 'x-github-delivery': randomUUID() } }
  const texts = []
  for (const each of [delivery, delivery, again]) texts.push((await deliver(testEnv, followed.id, each)).text)
  const repeated = texts.map((text) => JSON.parse(text).isDuplicate)
  report.expect(repeated.join() === 'false,true,true', `repeats are ${repeated.join()}`)
  const rows = await sql.query('select 1 from webhook_deliveries where environment_id = $1', [uuid(followed)])
  report.expect(rows.length === 1, `${rows.length} deliveries of one are kept`)
}
