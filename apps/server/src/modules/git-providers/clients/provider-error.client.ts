/** Failures of a provider. The texts are ours: they quote no part of a response. */
import { OutboundError, type OutboundFailure } from '../../../platform/outbound/outbound-error.ts'

export type ProviderFailure =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'unreadable'
  | 'refused_request'
  | 'address_refused'

const texts: Record<ProviderFailure, string> = {
  unauthorized: 'The provider rejected the credential.',
  forbidden: "The provider doesn't allow this operation with this credential.",
  not_found: "The provider can't find it, or the credential can't access it.",
  rate_limited: 'The provider is rate-limiting this connection.',
  unavailable: 'The provider is unreachable or failed.',
  unreadable: "The response doesn't match the API of this kind of provider.",
  refused_request: 'The provider rejected the request as invalid.',
  address_refused: "This instance isn't allowed to connect to this address.",
}

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly retryAfterSeconds: number | undefined

  constructor(
    failure: ProviderFailure,
    options: { message?: string; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(options.message ?? texts[failure], { cause: options.cause })
    this.failure = failure
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

const failureOf: Record<OutboundFailure, ProviderFailure> = {
  invalid_url: 'address_refused',
  address_not_allowed: 'address_refused',
  plain_http: 'address_refused',
  dns_failed: 'unavailable',
  unreachable: 'unavailable',
  tls_failed: 'unavailable',
  timeout: 'unavailable',
  too_large: 'unreadable',
  broken_answer: 'unavailable',
  circuit_open: 'unavailable',
}

export function fromOutbound(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  return new ProviderError(failureOf[error.failure], {
    message: error.message,
    retryAfterSeconds: error.retryAfterSeconds,
    cause: error,
  })
}

/** Treats an already deleted resource as success. */
export async function ignoreMissing(deletion: Promise<unknown>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.failure !== 'not_found') throw error
  })
}
