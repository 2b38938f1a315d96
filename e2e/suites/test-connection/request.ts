/** Sends a connection test as a plain program does: no Accept header, the stream read as it comes. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Superuser } from '../../../apps/server/src/testing/superuser.ts'
import type { SignedIn } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

export interface Stage {
  stage: string
  status: string
  detail: string | null
  hint: string | null
  code: string | null
  durationMs: number | null
}

interface Fault {
  stage: string
  code: string
  detail: string
  hint: string
}

export interface Result {
  ok: boolean
  complete: boolean
  fingerprint: string | null
  fingerprints: { type: string; fingerprint: string }[]
  failures: Fault[]
  warnings: Fault[]
}

export interface Tested {
  status: number
  headers: IncomingHttpHeaders
  /** The stages in the order in which they arrived. */
  events: string[]
  stages: Stage[]
  result: Result | null
  /** Time from the first byte of the request to the first event. */
  firstEventMs: number
  /** Everything that was sent back. */
  text: string
}

export interface TopicContext {
  readonly instance: Instance
  readonly report: Report
  readonly person: SignedIn
  readonly db: Superuser
}

export interface TestOptions {
  /** Disconnects when it returns true. */
  leaveWhen?: (stage: Stage) => boolean
  token?: string
}

const timeoutMs = 75_000

export async function testConnection(
  context: TopicContext,
  body: Record<string, unknown>,
  options: TestOptions = {},
): Promise<Tested> {
  const content = JSON.stringify(body)
  const started = performance.now()
  const outgoing = request(`${context.instance.url}/api/v1/servers/test-connection`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${options.token ?? context.person.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    },
  })
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('the test does not end')))
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end(content)
  })
  const tested: Tested = {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events: [],
    stages: [],
    result: null,
    firstEventMs: Number.POSITIVE_INFINITY,
    text: '',
  }
  const take = (frame: string) => {
    const [, event = '', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? []
    if (event === '') return
    if (tested.events.length === 0) tested.firstEventMs = performance.now() - started
    tested.events.push(event)
    if (event === 'stage') tested.stages.push(JSON.parse(data))
    if (event === 'result') tested.result = JSON.parse(data)
    const last = tested.stages.at(-1)
    if (last !== undefined && options.leaveWhen?.(last) === true) outgoing.destroy()
  }
  let rest = ''
  try {
    for await (const chunk of incoming) {
      tested.text += chunk
      const frames = (rest + String(chunk)).split('\n\n')
      rest = frames.pop() ?? ''
      frames.forEach(take)
    }
  } catch (error) {
    if (!outgoing.destroyed) throw error
  }
  return tested
}

/** How a stage ended. */
export function endOf(tested: Tested, stage: string): Stage | undefined {
  return tested.stages.find((each) => each.stage === stage && each.status !== 'running')
}

/** A separate topic tests limits. Elsewhere they would interfere. */
export async function forgetLimits({ db }: TopicContext): Promise<void> {
  await db.query('delete from rate_limits')
}
