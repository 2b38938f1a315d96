/** An Idempotency-Key on its way with the actor from the HTTP layer to the transaction. */
export interface StoredResponse {
  status: number
  location: string | null
  body: unknown
}

export interface IdempotencyClaim {
  readonly key: string
  /** Hash of method, path and body: the same key with another request is refused. */
  readonly requestHash: Buffer
  /**
   * Converts the service's result to the response; null if the response contains a one-time secret and isn't stored.
   */
  readonly encode: ((result: unknown) => StoredResponse) | null
}

/** Thrown to leave the transaction: the work was done before, and this was its response. */
export class IdempotentReplay extends Error {
  override readonly name = 'IdempotentReplay'
  readonly response: StoredResponse

  constructor(answer: StoredResponse) {
    super('answered before')
    this.response = answer
  }
}
