/** A stream of the API, read event by event, as slowly as its reader wants. */

import { newAddress, type SignedIn } from '../client.ts'
import type { Instance } from '../instance.ts'
import type { ResponseView } from '../response-view.ts'

/** Content of an event: the fields that scenarios read. Nothing compares it with the schema of the event here. */
export interface EventData extends ResponseView {
  readonly exitCode: number | null
  readonly lines: { at: string; text: string }[]
  readonly service: string | null
  readonly stream: string
  readonly text: string
}

export interface SseEvent {
  id: string | null
  event: string
  data: EventData
}

export interface OpenStream extends Disposable {
  readonly status: number
  /** The response, if it isn't a stream. */
  readonly problem: ResponseView | null
  /** Ends with the stream. */
  events(): AsyncGenerator<SseEvent>
}

export async function openStream(
  instance: Pick<Instance, 'url'>,
  person: Pick<SignedIn, 'token'> | null,
  request: { path: string; method?: string; body?: unknown; organization?: string; lastEventId?: string | null },
): Promise<OpenStream> {
  const left = new AbortController()
  const { path, method = 'GET', body, organization, lastEventId } = request
  const answer = await fetch(`${instance.url}/api/v1${path}`, {
    method,
    signal: left.signal,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(person === null ? {} : { authorization: `Bearer ${person.token}` }),
      ...(organization === undefined ? {} : { 'longshore-organization': organization }),
      ...(lastEventId == null ? {} : { 'last-event-id': lastEventId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isStream = answer.headers.get('content-type') === 'text/event-stream'
  return {
    status: answer.status,
    problem: isStream ? null : ((await answer.json()) as ResponseView),
    events: () => read(answer),
    [Symbol.dispose]: () => left.abort(),
  }
}

async function* read(answer: Response): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const frames = rest.split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const event = parse(frame)
      if (event !== null) yield event
    }
  }
}

function parse(frame: string): SseEvent | null {
  const fields = new Map(
    frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const event = fields.get('event')
  if (event === undefined) return null
  return { id: fields.get('id') ?? null, event, data: JSON.parse(fields.get('data') ?? 'null') }
}
