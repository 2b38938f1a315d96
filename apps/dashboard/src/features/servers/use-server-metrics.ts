/** Metrics of a server for a time range that ends now. */
import { readServerMetrics } from '@longshore/sdk/operations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryFor } from '../../api/queries.ts'

export const ranges = { '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const
export type Range = keyof typeof ranges

/** About the number of points that fit into a plot. */
const points = 120
const tickMs = 30_000

export function useServerMetrics(serverId: string, range: Range, isEnabled: boolean) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const seconds = ranges[range]
  const step = Math.max(30, Math.ceil(seconds / points / 30) * 30)
  const from = new Date(Math.floor(now / 1_000 / step) * step * 1_000 - seconds * 1_000).toISOString()
  // Shows the previous data while newer data is read.
  return useQuery({
    ...queryFor(readServerMetrics, { id: serverId, from, step }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: tickMs,
  })
}
