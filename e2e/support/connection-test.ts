/** A connection test as a client sees it: the stages in their order, the result, and how soon it began. */
import { newAddress, type SignedIn } from './client.ts'
import type { Instance } from './instance.ts'

export interface SeenStage {
  stage: string
  status: string
  code: string | null
  detail: string | null
  hint: string | null
  durationMs: number | null
}

export interface SeenTest {
  status: number
  /** Until the first event was read. */
  firstEventMs: number
  stages: SeenStage[]
  result: { ok: boolean; fingerprint: string | null; warnings: { code: string; hint: string }[] } | null
  hasEnded: boolean
  text: string
}

export async function testConnection(
  instance: Pick<Instance, 'url'>,
  person: SignedIn,
  body: Record<string, unknown>,
): Promise<SeenTest> {
  const started = performance.now()
  const answer = await fetch(`${instance.url}/api/v1/servers/test-connection`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': newAddress(),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(90_000),
  })
  const seen: SeenTest = {
    status: answer.status,
    firstEventMs: Number.POSITIVE_INFINITY,
    stages: [],
    result: null,
    hasEnded: false,
    text: '',
  }
  for await (const chunk of answer.body ?? []) {
    seen.text += Buffer.from(chunk).toString('utf8')
    if (
      seen.firstEventMs === Number.POSITIVE_INFINITY &&
      seen.text.includes('\n\n') &&
      seen.text.includes('event: stage')
    )
      seen.firstEventMs = performance.now() - started
  }
  for (const frame of seen.text.split('\n\n')) readFrame(seen, frame)
  return seen
}

function readFrame(seen: SeenTest, frame: string): void {
  const kind = /^event: (\w+)$/m.exec(frame)?.[1]
  const data = /^data: (.+)$/m.exec(frame)?.[1]
  if (kind === 'end') seen.hasEnded = true
  else if (kind === 'stage' && data !== undefined) seen.stages.push(JSON.parse(data))
  else if (kind === 'result' && data !== undefined) seen.result = JSON.parse(data)
}
