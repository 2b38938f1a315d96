/** Loading, error, empty and loaded states of a read. Loaded data stays visible during a refresh. */
import type { ReactNode } from 'react'
import { ProblemCard } from './problem-card.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface ReadState<Data> {
  data: Data | undefined
  error: Error | null
  isPending: boolean
  refetch(): unknown
}

export interface QueryViewProps<Data> {
  query: ReadState<Data>
  /** Shown while loading, instead of the skeleton rows. */
  loading?: ReactNode
  children(data: Data): ReactNode
}

export function QueryView<Data>({ query, loading, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null)
    return (
      <div className="p-4">
        <ProblemCard error={query.error} onRetry={() => query.refetch()} />
      </div>
    )
  return loading ?? <SkeletonRows />
}
