/** An Idempotency-Key as it travels with the actor from the HTTP layer to the transaction. */
export interface StoredAnswer {
  status: number
  location: string | null
  body: unknown
}

export interface IdempotencyClaim {
  readonly key: string
  /** Of method, path and body: the same key with another request is refused. */
  readonly requestHash: Buffer
  /** Turns what the service returns into the answer; null when the answer holds a one-time secret and is not kept. */
  readonly encode: ((result: unknown) => StoredAnswer) | null
}

/** Thrown to leave the transaction: the work was done before, and this was its answer. */
export class IdempotentReplay extends Error {
  override readonly name = 'IdempotentReplay'
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('answered before')
    this.answer = answer
  }
}
