/** What a kind of connector that is reached by HTTP consists of. All of it is pure. */
import type { z } from 'zod'
import type { NoticeMessage } from '../messages/notice-message.ts'

export interface OutgoingRequest {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body: string
}

/** Lower-case names. */
export interface ResponseHeaders {
  get(name: string): string | undefined
}

/** `isFinal`: another try would end in the same way. The reason is our own text: nothing of an answer is quoted. */
export type Verdict = { ok: true } | { ok: false; isFinal: boolean; reason: string; retryAfterMs?: number }

export interface Sending {
  /** The same on every try. */
  deliveryId: string
  at: Date
  /** Of webhooks, the newest first. Without them the signature is only hinted at. */
  keys?: readonly string[]
}

export interface HttpKind<Config> {
  kind: string
  config: z.ZodType<Config>
  /** The config with its secrets masked; shown to people and used to log requests. */
  mask(config: Config): Config
  compose(config: Config, message: NoticeMessage, payload: unknown, sending: Sending): OutgoingRequest
  readResponse(status: number, headers: ResponseHeaders, body: string): Verdict
}

export function postJson(url: string, body: unknown, headers: Record<string, string> = {}): OutgoingRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
