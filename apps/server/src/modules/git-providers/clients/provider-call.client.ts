/** Types that all provider requests share. */

export interface Call {
  readonly signal: AbortSignal
}

/** One page; pass `next` to get the next one. */
export interface Listing<Item> {
  items: Item[]
  next: string | null
  /** Number of received items that couldn't be used. */
  dropped: number
}

/** `owner/name` or the provider's id. */
export type RepositoryName = string
