/**
 * Reasons why a request to another system failed. The texts contain neither internal IP addresses nor parts of a
 * response.
 */
export type OutboundFailure =
  | 'invalid_url'
  | 'address_not_allowed'
  | 'plain_http'
  | 'dns_failed'
  | 'unreachable'
  | 'tls_failed'
  | 'timeout'
  | 'too_large'
  | 'broken_answer'
  | 'circuit_open'

const texts: Record<OutboundFailure, string> = {
  invalid_url: 'The address is not an http or https URL without user and password.',
  address_not_allowed: 'The operator of this instance does not allow connections to this address.',
  plain_http: 'Only https is allowed to this address.',
  dns_failed: 'The host name could not be resolved.',
  unreachable: 'No connection could be made.',
  tls_failed: 'The certificate of the other side is not trusted.',
  timeout: 'The other side did not answer in time.',
  too_large: 'The answer is larger than what is read.',
  broken_answer: 'The answer is not HTTP, or was cut off.',
  circuit_open: 'The other side failed several times in a row; it is left alone for a moment.',
}

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure
  readonly retryAfterSeconds: number | undefined

  constructor(failure: OutboundFailure, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(texts[failure], { cause: options.cause })
    this.failure = failure
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
