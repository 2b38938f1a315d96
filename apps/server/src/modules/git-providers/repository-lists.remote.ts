/**
 * Caches each connection's repository list for seconds, so that typing in a search box sends one request instead of one
 * per keystroke. The key contains organization, connection and credential generation, so that no caller gets another's
 * list, nor the list of a replaced token.
 */
import type { Call, GitClient, Repository } from './clients/git.client.ts'
import { ProviderError } from './clients/provider-error.client.ts'
import type { GitProviderRow } from './git-providers.repository.ts'
import type { ProviderAccess } from './provider-access.remote.ts'

export interface RepositoryList {
  items: Repository[]
  dropped: number
  /** Not everything was read: too many repositories, too slow, or the provider failed midway. */
  isIncomplete: boolean
}

export interface RepositoryLists {
  get(row: GitProviderRow, q: string): Promise<RepositoryList>
}

const cacheMs = 20_000
const budgetMs = 7_000
const maximumPages = 20
const maximumItems = 1_000
const maximumLists = 200

interface Entry {
  list: Promise<RepositoryList>
  createdAtMs: number
}

export function createRepositoryLists(access: ProviderAccess, nowMs = () => performance.now()): RepositoryLists {
  const known = new Map<string, Entry>()
  const forget = (key: string, entry: Entry) => {
    if (known.get(key) === entry) known.delete(key)
  }
  return {
    async get(row, q) {
      const searches = row.kind === 'gitlab' || row.kind === 'bitbucket'
      const key = JSON.stringify([
        row.organization_id,
        row.id,
        row.generation,
        row.status,
        row.app?.installationId ?? '',
        searches ? q : '',
      ])
      const cached = known.get(key)
      if (cached !== undefined && nowMs() - cached.createdAtMs < cacheMs) return await cached.list
      // Its own timeout, independent of the caller: the next caller gets the same list even if the first one has left.
      const signal = AbortSignal.timeout(budgetMs)
      const entry = {
        createdAtMs: nowMs(),
        list: access.useRow(row, (client) => readAll(client, searches ? q : '', { signal })),
      }
      known.delete(key)
      known.set(key, entry)
      const [oldest] = known.keys()
      if (known.size > maximumLists && oldest !== undefined) known.delete(oldest)
      try {
        const list = await entry.list
        if (list.isIncomplete) forget(key, entry)
        return list
      } catch (error) {
        forget(key, entry)
        throw error
      }
    },
  }
}

async function readAll(client: GitClient, q: string, call: Call): Promise<RepositoryList> {
  const list: RepositoryList = { items: [], dropped: 0, isIncomplete: false }
  let cursor: string | null = null
  for (let page = 0; page < maximumPages && list.items.length < maximumItems; page += 1) {
    try {
      const listing = await client.searchRepositories({ q, cursor }, call)
      list.items.push(...listing.items)
      list.dropped += listing.dropped
      cursor = listing.next
      if (cursor === null) return list
    } catch (error) {
      // A partial list is better than none, but a refused credential is an error.
      const isRefused = error instanceof ProviderError && error.failure === 'unauthorized'
      if (page === 0 || isRefused)
        throw call.signal.aborted ? new ProviderError('unavailable', { cause: error }) : error
      break
    }
  }
  return { ...list, isIncomplete: true }
}
