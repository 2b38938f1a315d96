/**
 * Client for Restate: submits an invocation for a key, checks whether it is alive, and registers the worker's URL.
 *
 * Decision: docs/decisions/0002-restate-as-workflow-engine.md
 */
import { Agent, type IncomingMessage, request } from 'node:http'

/** One invocation for a key. Restate sees nothing else of a run. */
export interface Ticket {
  readonly runId: string
  readonly key: string
  readonly generation: number
}

export const engineNames = { object: 'Subject', handler: 'drive' } as const

/** Restate doesn't know our service: it lost its store, or no worker has registered yet. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
}

const timeoutMs = 10_000
const maxResponseBytes = 256 << 10
const maxSockets = 64

export class EngineClient implements Disposable {
  readonly #ingressUrl: string
  readonly #adminUrl: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets, timeout: timeoutMs })

  constructor(options: { ingressUrl: string; adminUrl: string }) {
    this.#ingressUrl = options.ingressUrl
    this.#adminUrl = options.adminUrl
  }

  /** Safe to repeat: Restate deduplicates by run and generation. */
  async submit(ticket: Ticket): Promise<void> {
    const path = `/${target(ticket)}/send`
    const answer = await this.#call('POST', `${this.#ingressUrl}${path}`, { 'idempotency-key': idempotencyKey(ticket) })
    if (answer.status === 404) throw new NotRegistered(answer.text)
    if (answer.status >= 300) throw new Error(`engine answered ${answer.status} to a submission: ${answer.text}`)
  }

  async isAlive(ticket: Ticket): Promise<boolean> {
    const path = `/restate/invocation/${target(ticket)}/${idempotencyKey(ticket)}/output`
    const { status, text } = await this.#call('GET', `${this.#ingressUrl}${path}`)
    // 470: exists and hasn't completed. Errors of Restate itself say nothing about the invocation.
    if (status >= 500) throw new Error(`engine answered ${status} to a probe: ${text}`)
    return status === 470
  }

  /** Uses force: otherwise Restate doesn't read a known URL again, and new handlers stay unknown. */
  async register(workerUrl: string): Promise<void> {
    const body = JSON.stringify({ uri: workerUrl, force: true })
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await this.#call('POST', `${this.#adminUrl}/deployments`, headers, body)
    if (status >= 300) throw new Error(`engine answered ${status} to the registration: ${text}`)
  }

  async #call(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const signal = AbortSignal.timeout(timeoutMs)
    const call = request(url, { method, agent: this.#agent, signal, headers }, resolve)
    call.once('error', reject)
    call.end(body)
    const response = await promise
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response) {
      length += chunk.length
      if (length > maxResponseBytes) throw new Error('the answer of the engine is too long')
      chunks.push(chunk)
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8').slice(0, 500) }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

function target({ key }: Ticket): string {
  return `${engineNames.object}/${encodeURIComponent(key)}/${engineNames.handler}`
}

function idempotencyKey({ runId, generation }: Ticket): string {
  return `${runId}-${generation}`
}
