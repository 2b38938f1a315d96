/** When a deployment starts: now, or at a local date and time. Pure. */
export interface DeployTime {
  isLater: boolean
  /** Text of the date and time input, in the time zone of the browser. */
  local: string
  /** Whether the newest commit at that time is deployed instead of the one that is shown now. */
  isNewest: boolean
}

export type TimeProblem = 'missing' | 'tooSoon' | 'tooFar'

const minuteMs = 60_000
const mostAheadMs = 30 * 24 * 60 * minuteMs

/** Starts with the next full hour that is at least ten minutes ahead. */
export function firstDeployTime(now: number): DeployTime {
  const at = new Date(now + 10 * minuteMs)
  if (at.getMinutes() > 0 || at.getSeconds() > 0 || at.getMilliseconds() > 0) at.setHours(at.getHours() + 1, 0, 0, 0)
  return { isLater: false, local: toLocal(at), isNewest: false }
}

/** In the format and time zone of the input. */
export function toLocal(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

/** The earliest and latest times that the server accepts, with a minute to spare for filling in the form. */
export function timeLimits(now: number): { min: string; max: string } {
  return { min: toLocal(new Date(now + 2 * minuteMs)), max: toLocal(new Date(now + mostAheadMs)) }
}

export function problemOf({ isLater, local }: DeployTime, now: number): TimeProblem | null {
  if (!isLater) return null
  const at = Date.parse(local)
  if (Number.isNaN(at)) return 'missing'
  if (at < now + minuteMs) return 'tooSoon'
  return at > now + mostAheadMs ? 'tooFar' : null
}

/** For people: the time in a zone, with the name of the zone. */
export function formatStart(at: string | number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(at))
}

/** Returns the name of the browser's time zone, such as "Europe/Berlin". */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
