/** Time ranges of a log, and how the URL names them. Pure. */
export const rangeNames = ['all', 'quarter', 'hour', 'sixHours', 'day', 'week', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

const minuteMs = 60_000
const lengths: Partial<Record<RangeName, number>> = {
  quarter: 15 * minuteMs,
  hour: 60 * minuteMs,
  sixHours: 360 * minuteMs,
  day: 1_440 * minuteMs,
  week: 10_080 * minuteMs,
}

/** Search parameters of the log page's URL. */
export interface LogSearchParams {
  service?: string
  range?: RangeName
  /** ISO times of a custom range. */
  from?: string
  to?: string
  /** A line: see line-anchor.ts. */
  line?: string
}

export function readLogParams(search: Record<string, unknown>): LogSearchParams {
  const { service, line, range: name, from: start, to: end } = search
  const range = rangeNames.find((each) => each === name)
  const [from, to] = [timeIn(start), timeIn(end)]
  return {
    ...(typeof service === 'string' && service !== '' ? { service } : {}),
    ...(range === undefined || range === 'all' ? {} : { range }),
    ...(range === 'custom' && from !== undefined ? { from } : {}),
    ...(range === 'custom' && to !== undefined ? { to } : {}),
    ...(typeof line === 'string' ? { line } : {}),
  }
}

export function timesOf(
  { range = 'all', from, to }: LogSearchParams,
  nowMs: number,
): { since?: string; until?: string } {
  const length = lengths[range]
  if (length !== undefined) return { since: new Date(nowMs - length).toISOString() }
  return { ...(from === undefined ? {} : { since: from }), ...(to === undefined ? {} : { until: to }) }
}

function timeIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
