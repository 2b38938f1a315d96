/** The outcome of one starter. */

export interface Outcome {
  readonly name: string
  readonly title: string
  /** Language and framework of the service that is asked. */
  readonly detected: string
  readonly builds: boolean
  readonly answers: boolean
  readonly imageBytes: number | null
  /** From the request to deploy until it is live. */
  readonly seconds: number
  /** Null: everything held. */
  readonly cause: string | null
}
