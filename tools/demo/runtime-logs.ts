/** Recent output of the shop's live containers. */
import { encodeChunk, type LogLine } from '../../apps/server/src/modules/runtime-logs/log-chunk.policy.ts'
import { type Demo, type PlacedEnvironment, productionOf } from './demo.ts'

const web = [
  'GET /products/harbor-espresso 200 in 38ms',
  'GET /api/cart 200 in 12ms',
  'POST /api/cart/items 201 in 27ms',
  'GET /products 200 in 9ms (cache)',
  'GET /subscriptions 200 in 44ms',
  'POST /api/checkout 201 in 312ms',
  'GET /products/decaf-tasting-set 200 in 35ms',
]
/** Now and then something is slow or fails. */
const troubles = [
  'WARN  slow query: select * from products (1204 ms)',
  'ERROR payment provider responded with 503, retrying in 2 s',
  'WARN  cart 9f31 has an item that is sold out',
]
/** The worker collects output in rounds, one chunk per container. */
const turns = 40
const turnMs = 15_000
const requestsPerTurn = 5
const firstOrder = 48_172

interface Chunk {
  readonly seq: number
  readonly service: string
  readonly lines: readonly LogLine[]
}

export async function addRuntimeLogs(demo: Demo): Promise<void> {
  const shop = productionOf(demo, 'shop')
  const start = demo.now.getTime() - turns * turnMs
  const chunks = Array.from({ length: turns }, (_, turn) => chunksOf(turn, start + turn * turnMs)).flat()
  await demo.db.query(
    `insert into runtime_log_heads (environment_id, organization_id, seq, bytes, last_at) values ($1, $2, $3, 0, $4)`,
    [shop.id, demo.organizationId, chunks.length, demo.now],
  )
  for (const chunk of chunks) await addChunk(demo, shop, chunk)
}

function chunksOf(turn: number, from: number): Chunk[] {
  const requests = Array.from({ length: requestsPerTurn }, (_, n) =>
    lineAt(from + n * 2_713 + ((turn * 7 + n) % 5) * 121, web[(turn * requestsPerTurn + n * 3) % web.length] ?? ''),
  )
  const trouble = turn % 4 === 3 ? [lineAt(from + 13_900, troubles[turn % troubles.length] ?? '', 'stderr')] : []
  return [
    { seq: turn * 2 + 1, service: 'web', lines: [...requests, ...trouble] },
    { seq: turn * 2 + 2, service: 'worker', lines: jobsOf(turn, from + 14_206) },
  ]
}

/** The worker writes JSON lines. */
function jobsOf(turn: number, at: number): LogLine[] {
  const orderId = firstOrder + turn
  const job = { queue: 'invoices', job: { id: 9_120 + turn, attempt: 1 } }
  const sent = {
    level: 'info',
    msg: `Sent the invoice of order ${orderId}`,
    orderId,
    durationMs: 180 + turn * 3,
    ...job,
  }
  const polled = { level: 'debug', msg: 'Polled the queue', queue: 'invoices', waiting: turn % 3 }
  const failed = { level: 'error', msg: 'The mail server refused the message', orderId, status: 451, ...job }
  const lines = [polled, turn % 9 === 5 ? failed : sent]
  return lines.map((line, n) => lineAt(at + n * 40, JSON.stringify(line), line === failed ? 'stderr' : 'stdout'))
}

function lineAt(ms: number, text: string, stream: LogLine['stream'] = 'stdout'): LogLine {
  return { at: ms * 1_000, stream, text }
}

async function addChunk(
  { db, organizationId, now }: Demo,
  shop: PlacedEnvironment,
  { seq, service, lines }: Chunk,
): Promise<void> {
  const [first, last] = [lines[0], lines.at(-1)].map((line) => new Date((line?.at ?? 0) / 1_000))
  await db.query(
    `insert into runtime_log_chunks (environment_id, organization_id, seq, kind, service, deployment_id, container, first_at, last_at,
       line_count, body, stored_at)
     select id, $2, $3, 'lines', $4, live_deployment_id, '4be1c07a92d3', $5, $6, $7, $8, $9 from environments where id = $1`,
    [shop.id, organizationId, seq, service, first, last, lines.length, encodeChunk(lines), now],
  )
}
