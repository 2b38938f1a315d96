/** What is asked of other systems, and what comes back. */

export type OutboundMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface OutboundRequest {
  url: string
  method?: OutboundMethod
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal: AbortSignal
  /** Whose request it is: one tenant's failures do not keep the others from the same host. Null: the caller keeps count itself. */
  scope: string | null
  maximumBytes?: number
  limits?: Partial<OutboundLimits>
}

export interface OutboundLimits {
  /** Until the connection stands, name and TLS included. */
  connectMs: number
  firstByteMs: number
  totalMs: number
}

export interface OutboundResponse {
  status: number
  /** Lower-case names; of repeated ones the first. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}
