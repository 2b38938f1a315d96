/** Definition of a connector kind that uses HTTP. All of it is pure. */
import type { z } from 'zod'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'

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

/** `isFinal`: a retry would end the same way. The reason is our own text: it quotes no part of a response. */
export type Verdict = { ok: true } | { ok: false; isFinal: boolean; reason: string; retryAfterMs?: number }

export interface SignedContent {
  id: string
  /** Unix time in seconds. */
  timestamp: number
  body: string
}

export interface Sending {
  /** The same on every attempt. */
  deliveryId: string
  at: Date
  /** Signs a webhook. Without it the signature is a placeholder. */
  sign?(content: SignedContent): string
}

export interface HttpKind<Config> {
  kind: string
  config: z.ZodType<Config>
  /** Returns the config with its secrets redacted; shown to users and used to log requests. */
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
