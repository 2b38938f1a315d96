/** Reads through the SDK, with one cache. A query's key is its organization, path and parameters. */
import { isProblem, type JsonOperation, type ListOperation, type Operation, type Page } from '@longshore/sdk'
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { currentOrganization } from './organization.ts'
import { client } from './session.ts'
import { type WaitOptions, waitForQuery } from './wait-for-query.ts'

/** No retries here: the SDK already retries where that helps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Parameters<Of> = Of extends Operation<infer Taken> ? Taken : never

export function keyOf(operation: Operation<unknown>, parameters: object = {}): readonly unknown[] {
  return [currentOrganization() ?? null, operation.path, parameters]
}

/** Options for `useQuery` and route loaders. */
export function queryFor<Taken extends object, Answer>(operation: JsonOperation<Taken, Answer>, parameters: Taken) {
  return queryOptions<Answer>({
    queryKey: keyOf(operation, parameters),
    queryFn: async ({ signal }) => {
      const answer = await client.call(operation, parameters, { signal, organization: currentOrganization() })
      return answer
    },
  })
}

export interface ReadOptions {
  /** False: wait, because a parameter isn't known yet. */
  enabled?: boolean
  refetchInterval?: number | false
}

export function useRead<Taken extends object, Answer>(
  operation: JsonOperation<Taken, Answer>,
  parameters: NoInfer<Taken>,
  options: ReadOptions = {},
) {
  return useQuery({ ...queryFor(operation, parameters), ...options })
}

/** A paginated list. `items` holds every page that was loaded so far. */
export function useList<Taken extends object, Item, PageOf extends Page<Item>>(
  operation: ListOperation<Taken, Item, PageOf>,
  parameters: NoInfer<Taken>,
  options: ReadOptions = {},
) {
  const query = useInfiniteQuery({ ...listQueryFor(operation, parameters), ...options })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return { ...query, items, isEmpty: query.isSuccess && items.length === 0 }
}

function listQueryFor<Taken extends object, Item, PageOf extends Page<Item>>(
  operation: ListOperation<Taken, Item, PageOf>,
  parameters: Taken,
) {
  return infiniteQueryOptions<PageOf, Error, InfiniteData<PageOf>, readonly unknown[], string | undefined>({
    queryKey: [...keyOf(operation, parameters), 'pages'],
    queryFn: async ({ pageParam: cursor, signal }) =>
      await client.call(
        operation,
        { ...parameters, ...(cursor === undefined ? {} : { cursor }) },
        {
          signal,
          organization: currentOrganization(),
        },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Refreshes all reads of these operations, with any parameters. */
export async function refresh(...operations: Operation<unknown>[]): Promise<void> {
  const paths = new Set<unknown>(operations.map(({ path }) => path))
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.has(queryKey[1]) })
}

/** Refreshes everything. Pages that failed before load again instead of showing their old error first. */
export async function refreshAll(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' })
  await queryClient.invalidateQueries()
}

/** Repeats a read until it has what the caller waits for. Live updates repeat it too. Undefined: not before the deadline. */
export async function waitForRead<Taken extends object, Answer, Found>(
  operation: JsonOperation<Taken, Answer>,
  parameters: NoInfer<Taken>,
  options: WaitOptions<NoInfer<Answer>, Found>,
): Promise<Found | undefined> {
  return await waitForQuery(queryClient, queryFor(operation, parameters), options)
}

/** Shows a response or stream event immediately, without another read. */
export function updateCache<Taken extends object, Answer>(
  operation: JsonOperation<Taken, Answer>,
  parameters: Parameters<JsonOperation<Taken, Answer>>,
  answer: Answer,
): void {
  queryClient.setQueryData(keyOf(operation, parameters), answer)
}

export function isNotFound(error: unknown): boolean {
  return isProblem(error, 'not_found')
}
