/** A client of event streams for tests. It keeps everything that it received. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface SseClient extends Disposable {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly messages: EventSourceMessage[]
  readonly comments: string[]
  readonly retriesMs: number[]
  readonly isClosed: boolean
  /** Resolves when the server or `Symbol.dispose` ended the stream. */
  readonly closed: Promise<void>
  /** Stops and starts reading from the socket. */
  pause(): void
  resume(): void
}

export interface SseRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
  isPaused?: boolean
}

export async function connectSse(
  url: string,
  { method = 'GET', headers = {}, body, isPaused = false }: SseRequest = {},
): Promise<SseClient> {
  const call = request(url, { method, headers: { accept: 'text/event-stream', ...headers }, agent: false })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject).end(body)
  })
  const messages: EventSourceMessage[] = []
  const comments: string[] = []
  const retriesMs: number[] = []
  const parser = createParser({
    onEvent: (message) => void messages.push(message),
    onComment: (comment) => void comments.push(comment),
    onRetry: (retryMs) => void retriesMs.push(retryMs),
  })
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  response.on('error', () => undefined)
  response.setEncoding('utf8')
  if (isPaused) response.pause()
  response.on('data', (text: string) => parser.feed(text))
  if (isPaused) response.pause()
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    comments,
    retriesMs,
    get isClosed() {
      return isClosed
    },
    closed,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    [Symbol.dispose]: () => void call.destroy(),
  }
}
