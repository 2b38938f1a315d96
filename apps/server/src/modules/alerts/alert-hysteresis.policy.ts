/**
 * When something that was seen becomes an alert, and when an alert is over; pure. It has to be wrong for a while to be told, and
 * right for a while without a break to be over: what goes back and forth is one alert with one end, also when each time is short.
 */

/** `between`: not bad enough to begin, not good enough to end. */
export type Level = 'bad' | 'between' | 'good'

export interface OpenAlert {
  status: 'pending' | 'firing'
  badSince: Date
  goodSince: Date | null
}

export interface AlertDelays {
  forSeconds: number
  clearSeconds: number
}

export type Step =
  | { kind: 'none' }
  /** A sign of something wrong, not told yet. */
  | { kind: 'begin'; isFiring: boolean }
  | { kind: 'fire' }
  /** It looks right, or wrong again: since when is remembered. */
  | { kind: 'turn'; goodSince: Date | null }
  /** It was never told. */
  | { kind: 'forget' }
  | { kind: 'resolve' }

export function nextStep(open: OpenAlert | undefined, level: Level, at: { now: Date; patience: AlertDelays }): Step {
  const { now, patience } = at
  if (open === undefined)
    return level === 'bad' ? { kind: 'begin', isFiring: patience.forSeconds === 0 } : { kind: 'none' }
  const isGood = level === 'good'
  if (!isGood) {
    if (open.status === 'pending' && level === 'bad' && hasPassed(open.badSince, patience.forSeconds, now))
      return { kind: 'fire' }
    return open.goodSince === null ? { kind: 'none' } : { kind: 'turn', goodSince: null }
  }
  if (!hasPassed(open.goodSince ?? now, patience.clearSeconds, now))
    return open.goodSince === null ? { kind: 'turn', goodSince: now } : { kind: 'none' }
  return { kind: open.status === 'firing' ? 'resolve' : 'forget' }
}

function hasPassed(since: Date, seconds: number, now: Date): boolean {
  return now.getTime() - since.getTime() >= seconds * 1_000
}
