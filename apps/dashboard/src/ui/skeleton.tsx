/** A placeholder for content that is loading. */
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded bg-ink/6', className ?? 'h-4 w-full')} />
}

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{text.common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </div>
  )
}
