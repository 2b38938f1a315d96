/**
 * Connection tests can't be used as a port scanner: they are limited in number, targets and concurrency, and each is in
 * the audit log.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { signUp } from '../../support/client.ts'
import { freePorts } from '../../support/free-ports.ts'
import { forgetLimits, type TopicContext, testConnection } from './request.ts'

export async function proveTestLimits(base: TopicContext): Promise<void> {
  await forgetLimits(base)
  await perPerson({ ...base, person: await signUp(base.instance) })
  await forgetLimits(base)
  await atOnce({ ...base, person: await signUp(base.instance) })
  await forgetLimits(base)
}

async function perPerson(context: TopicContext): Promise<void> {
  const { report, db, person } = context
  const [port = 0] = await freePorts(1)
  const body = { host: '127.0.0.1', port, username: 'root' }
  const answers = []
  for (let count = 0; count < 11; count += 1) answers.push(await testConnection(context, body))
  const statuses = answers.map(({ status }) => status)
  report.expect(statuses.join() === `${'200,'.repeat(10)}429`, `eleven tests in a row: ${statuses}`)
  const last = answers.at(-1)
  report.expect(Number(last?.headers['retry-after']) > 0, 'the refusal says when to come back')
  report.expect(last?.headers['content-type']?.startsWith('application/problem+json') === true, 'the refusal is JSON')
  const { rows } = await db.query(
    `select detail from audit_log where actor_id = $1 and action = 'server.connection_tested'`,
    [await userId(context)],
  )
  const noted = rows.filter(({ detail }) => detail.host === '127.0.0.1' && detail.port === port).length
  report.expect(noted === 10, `${noted} of 10 tests of ${person.email} are in the audit log`)
}

async function userId({ db, person }: TopicContext): Promise<string> {
  const { rows } = await db.query('select id from users where email = $1', [person.email])
  return String(rows[0]?.id)
}

/** Tests of a silent port take five seconds, so they are all open at the same time. */
async function atOnce(context: TopicContext): Promise<void> {
  const [port = 0] = await freePorts(1)
  const server = createServer((socket) => void socket.on('error', () => undefined).resume())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const body = { host: '127.0.0.1', port, username: 'root' }
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => (await testConnection(context, body)).status),
  )
  const taken = statuses.filter((status) => status === 200).length
  context.report.expect(taken === 4 && statuses.includes(429), `six at once: ${statuses}`)
  server.close()
}
