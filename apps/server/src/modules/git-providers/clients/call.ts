/** What every question to a provider has in common. */

export interface Call {
  readonly signal: AbortSignal
}

/** One page; `next` goes into the next question. */
export interface Listing<Item> {
  items: Item[]
  next: string | null
  /** Items that came but could not be used. */
  dropped: number
}

/** `owner/name` or the provider's id. */
export type RepositoryName = string
