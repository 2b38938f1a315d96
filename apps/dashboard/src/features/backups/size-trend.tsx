/** Backup sizes of each database and volume over time. */
import type { Backup } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { toSizeSeries } from './size-series.ts'

const { trend } = text.backups

export function SizeTrend({ backups }: { backups: readonly Backup[] }) {
  const lines = toSizeSeries(backups)
  return (
    <Card title={trend.title}>
      {lines.every(({ sizes }) => sizes.length < 2) && <p className="text-sm text-ink-soft">{trend.none}</p>}
      <ul className="flex flex-col gap-3">
        {lines.map(({ name, sizes }) => {
          const newest = formatBytes(sizes.at(-1) ?? 0)
          return (
            <li key={name} className="text-sm">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate font-medium">{name}</span>
                <span className="whitespace-nowrap tabular-nums">{newest}</span>
              </p>
              {sizes.length > 1 && (
                <Sparkline
                  values={sizes}
                  label={trend.label(name, newest)}
                  className="mt-1.5 h-14 w-full text-accent"
                />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
