/** Calls operations of the list, one after another, and records which of them succeeded. */

import { setTimeout as delay } from 'node:timers/promises'
import { connectSse, type SseClient } from '../../../apps/server/src/testing/sse-client.ts'
import { newAddress } from '../client.ts'
import { eventually } from '../eventually.ts'
import { exchange, type Received } from '../exchange.ts'
import { inspectBody, inspectHeaders } from '../inspect-response.ts'
import type { Instance } from '../instance.ts'
import { fillPath, type Operation } from '../openapi.ts'
import type { Report } from '../report.ts'
import type { ResponseView } from '../response-view.ts'
import type { Listed, ListedName } from './operations.ts'

export interface Sending {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** A string is sent unchanged. */
  readonly body?: unknown
}

const waitMs = 600_000
const maxTries = 5

export class Walker {
  readonly called = new Set<string>()
  readonly report: Report
  readonly #instance: Instance
  readonly #listed: Listed
  token = ''

  constructor(instance: Instance, listed: Listed, report: Report) {
    this.#instance = instance
    this.#listed = listed
    this.report = report
  }

  /** The call must succeed as documented. A caller that gets a timeout asks again. */
  async call<Body = ResponseView>(name: ListedName, sending: Sending = {}): Promise<Body> {
    const operation = this.#listed.operationOf(name)
    const body = toBytes(sending.body)
    const send = () =>
      exchange(this.#instance.url, {
        method: operation.method,
        path: pathOf(operation, sending),
        headers: this.#headers(operation, body),
        ...(body === undefined ? {} : { body }),
      })
    let answer = await send()
    for (let tried = 1; answer.status === 504 && tried < maxTries; tried += 1) answer = await send()
    this.#judge(name, operation, answer)
    this.called.add(name)
    return answer.body as Body
  }

  /** It has succeeded once an event came; see `hear`. */
  async open(name: ListedName, sending: Sending = {}): Promise<SseClient> {
    const operation = this.#listed.operationOf(name)
    const body = toBytes(sending.body)
    const stream = await connectSse(`${this.#instance.url}${pathOf(operation, sending)}`, {
      method: operation.method,
      headers: this.#headers(operation, body),
      ...(body === undefined ? {} : { body }),
    })
    this.#judge(name, operation, { status: stream.status, headers: stream.headers, text: '', body: undefined })
    return stream
  }

  /** The content of the first event for which `holds`. */
  async hear<Data = ResponseView>(
    name: ListedName,
    stream: SseClient,
    holds: (event: string, data: Data) => boolean,
  ): Promise<Data> {
    for (const deadline = Date.now() + waitMs; ; await delay(50)) {
      const isOver = stream.isClosed || Date.now() > deadline
      for (const { event = 'message', data } of stream.messages) {
        const content = JSON.parse(data)
        if (!holds(event, content)) continue
        stream[Symbol.dispose]()
        this.called.add(name)
        return content
      }
      if (isOver) throw new Error(`${name} reports: ${JSON.stringify(stream.messages.slice(-5))}`)
    }
  }

  /** Reads a path that isn't on the list. */
  async readState<Body = ResponseView>(path: string): Promise<Body> {
    const headers = { authorization: `Bearer ${this.token}`, 'x-forwarded-for': newAddress() }
    return (await exchange(this.#instance.url, { method: 'GET', path: `/api/v1${path}`, headers })).body as Body
  }

  async pollUntil<Body = ResponseView>(path: string, holds: (found: Body) => boolean): Promise<Body> {
    return await eventually(path, () => this.readState<Body>(path), { holds, withinMs: waitMs })
  }

  async callUntil<Body = ResponseView>(
    name: ListedName,
    sending: Sending,
    holds: (found: Body) => boolean,
  ): Promise<Body> {
    return await eventually(name, () => this.call<Body>(name, sending), { holds, withinMs: waitMs })
  }

  #headers({ bodyType, method }: Operation, body: string | undefined): Record<string, string> {
    return {
      'x-forwarded-for': newAddress(),
      ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      ...(body === undefined ? {} : { 'content-type': bodyType }),
      ...(body === undefined && method !== 'GET' ? { 'content-length': '0' } : {}),
    }
  }

  #judge(name: string, operation: Operation, answer: Received): void {
    const isGood = answer.status >= 200 && answer.status < 300
    if (!isGood) throw new Error(`${name} is answered ${answer.status} ${answer.text.slice(0, 500)}`)
    // Responses may name internals of a server, because a real one is under test.
    const faults = [...inspectBody(operation, answer, this.#listed.api.schemas), ...inspectHeaders(answer)]
    for (const fault of faults) this.report.expect(false, `${name}: ${fault}`)
  }
}

function pathOf(operation: Operation, { path = {}, query = {} }: Sending): string {
  const args = new URLSearchParams(query).toString()
  return `${fillPath(operation, path)}${args === '' ? '' : `?${args}`}`
}

function toBytes(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}
