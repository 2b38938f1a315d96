/**
 * The same two operations in bare Fastify and pg: the recorded statements of our process, in the same order, and
 * nothing around them. No schema, token check, limits, security headers, log, or wire format.
 */
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}
interface Recording {
  /** Fixed ids; every other id in the values is new in each request. */
  fixedIds: string[]
  list: Statement[]
  create: Statement[]
}

const recording: Recording = JSON.parse(readFileSync(process.env.RECORDING ?? '', 'utf8'))
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const pool = (role: string) =>
  new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: `-c role=${role}` })
const pools = { system: pool('longshore_system'), tenant: pool('longshore_tenant') }
type Replay = (fresh: Map<string, string>) => unknown

const app = Fastify()
const list = prepare(recording.list)
app.get('/bench-items', async () => ({ items: (await run(list)).slice(0, 20), nextCursor: null }))
const create = prepare(recording.create)
app.post('/bench-items', async (_request, reply) => reply.code(201).send((await run(create))[0]))
await app.listen({ host: '127.0.0.1', port: Number(process.env.API_PORT) })
process.stderr.write('ready\n')

interface Prepared {
  before: { text: string; values: Replay[] }[]
  inside: { text: string; values: Replay[] }[]
}

function prepare(statements: Statement[]): Prepared {
  const ready = statements.map(({ text, values }) => ({ text, values: values.map(toReplay) }))
  const begin = ready.findIndex((each) => each.text.startsWith('begin'))
  return { before: ready.slice(0, begin), inside: ready.slice(begin) }
}

/** Split once, joined per request: the bare server must not pay for replaying a recording. */
function toReplay(value: unknown): Replay {
  if (typeof value !== 'string') return () => value
  const ids = (value.match(uuid) ?? []).filter((id) => !recording.fixedIds.includes(id))
  if (ids.length === 0) return () => value
  const [id = ''] = ids
  const parts = value.split(id)
  return (fresh) => {
    const known = fresh.get(id) ?? randomUUIDv7()
    fresh.set(id, known)
    return parts.join(known)
  }
}

/** Returns the rows of the first statement after `begin`. */
async function run({ before, inside }: Prepared): Promise<Record<string, unknown>[]> {
  const fresh = new Map<string, string>()
  for (const { text, values } of before)
    await pools.system.query(
      text,
      values.map((value) => value(fresh)),
    )
  const client = await pools.tenant.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const [index, { text, values }] of inside.entries()) {
      const result = await client.query(text, values.length === 0 ? undefined : values.map((value) => value(fresh)))
      if (index === 1) rows = result.rows
    }
    return rows
  } finally {
    client.release()
  }
}
