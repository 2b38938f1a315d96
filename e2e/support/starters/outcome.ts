/** The outcome of one starter. */

export interface Outcome {
  readonly name: string
  readonly title: string
  /** Language and framework of the requested service. */
  readonly detected: string
  readonly builds: boolean
  readonly answers: boolean
  readonly imageBytes: number | null
  /** Time from the deploy request until it is live. */
  readonly seconds: number
  /** Null if everything succeeded. */
  readonly cause: string | null
}
