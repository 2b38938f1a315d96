import { type FetchQueryOptions, type QueryClient, QueryObserver } from '@tanstack/react-query'

export interface WaitOptions<Answer, Found> {
  /** Returns undefined until the answer has what the caller waits for. */
  pick(answer: Answer): Found | undefined
  deadlineMs: number
  intervalMs: number
}

/** Repeats a query outside of a page until its answer has something. Invalidating the query repeats it at once. */
export async function waitForQuery<Answer, Found>(
  queries: QueryClient,
  { queryKey, queryFn }: Pick<FetchQueryOptions<Answer>, 'queryKey' | 'queryFn'>,
  { pick, deadlineMs, intervalMs }: WaitOptions<NoInfer<Answer>, Found>,
): Promise<Found | undefined> {
  const observer = new QueryObserver<Answer>(queries, {
    queryKey,
    ...(queryFn === undefined ? {} : { queryFn }),
    staleTime: 0,
    refetchInterval: intervalMs,
  })
  return await new Promise((resolve) => {
    const finish = (found: Found | undefined) => {
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const stop = observer.subscribe(({ data, isFetching, isError }) => {
      // An answer from the cache can be from before the change.
      const found = isFetching || isError || data === undefined ? undefined : pick(data)
      if (found !== undefined) finish(found)
    })
    const timer = setTimeout(() => finish(undefined), deadlineMs)
  })
}
