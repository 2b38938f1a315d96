/** The line of the range before, drawn below the current one. */
import { text } from '../text/text.ts'
import type { PlotLine } from './plot-scale.ts'
import { alignPrevious } from './time-range.ts'

interface Measured {
  from: string
  to: string
  stepSeconds: number
}

type Values = readonly (number | null)[]

/** Empty while nothing is compared. */
export function previousLines<Answer extends Measured>(
  current: Answer,
  previous: Answer | undefined,
  { valuesOf, label = text.plot.previous }: { valuesOf(answer: Answer): Values; label?: string },
): PlotLine[] {
  if (previous === undefined) return []
  const fromSeconds = Date.parse(current.from) / 1_000
  const { stepSeconds } = current
  const values = alignPrevious(
    valuesOf(previous),
    { fromSeconds: Date.parse(previous.from) / 1_000, stepSeconds: previous.stepSeconds },
    {
      fromSeconds,
      stepSeconds,
      count: valuesOf(current).length,
      shiftSeconds: Date.parse(current.to) / 1_000 - Date.parse(previous.to) / 1_000,
    },
  )
  return [{ label, color: 'ink-faint', values, isPrevious: true }]
}
