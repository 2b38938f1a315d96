/** Metrics for the time range of a page's charts, and for the range before it while they are compared. */
import type { JsonOperation } from '@longshore/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/queries.ts'
import type { Span } from './time-range.ts'
import type { TimeRange } from './use-time-range.ts'

const readEveryMs = 30_000

interface MetricsParameters {
  from: string
  to: string
  step: number
}

export function useMetrics<Taken extends object, Answer>(
  operation: JsonOperation<Taken, Answer>,
  parametersOf: (query: MetricsParameters) => NoInfer<Taken>,
  { time, isEnabled = true }: { time: TimeRange; isEnabled?: boolean },
) {
  const { span, previous, step, isZoomed, isCompared } = time
  // The last data stays visible while newer data is loaded.
  const current = useQuery({
    ...queryFor(operation, parametersOf(queryOf(span, step))),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: isZoomed ? false : readEveryMs,
  })
  const before = useQuery({
    ...queryFor(operation, parametersOf(queryOf(previous, step))),
    enabled: isEnabled && isCompared,
    placeholderData: keepPreviousData,
  })
  return { current, previous: isCompared ? before.data : undefined }
}

function queryOf({ from, to }: Span, step: number): MetricsParameters {
  return { from: new Date(from * 1_000).toISOString(), to: new Date(to * 1_000).toISOString(), step }
}
