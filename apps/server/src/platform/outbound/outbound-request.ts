/** Requests to other systems, and their responses. */

export type OutboundMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface OutboundRequest {
  url: string
  method?: OutboundMethod
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal: AbortSignal
  /**
   * Owner of the request: one tenant's failures don't block the host for others. Null: the caller has its own circuit
   * breaker.
   */
  scope: string | null
  maximumBytes?: number
  limits?: Partial<OutboundLimits>
}

export interface OutboundLimits {
  /** Time until the connection is established, including DNS and TLS. */
  connectMs: number
  firstByteMs: number
  totalMs: number
}

export interface OutboundResponse {
  status: number
  /** Lower-case names; of repeated headers, the first. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}
