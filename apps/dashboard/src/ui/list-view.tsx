/** A paginated list with its loading, error and empty states. */
import type { ReactNode } from 'react'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { ProblemCard } from './problem-card.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface ListState<Item> {
  items: Item[]
  error: Error | null
  isPending: boolean
  isEmpty: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

export interface ListViewProps<Item> {
  list: ListState<Item>
  empty: ReactNode
  children(items: Item[]): ReactNode
}

export function ListView<Item>({ list, empty, children }: ListViewProps<Item>) {
  if (list.isPending) return <SkeletonRows />
  if (list.error !== null && list.items.length === 0)
    return (
      <div className="p-4">
        <ProblemCard error={list.error} onRetry={() => list.refetch()} />
      </div>
    )
  if (list.isEmpty) return empty
  return (
    <>
      {children(list.items)}
      {list.hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {text.common.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
