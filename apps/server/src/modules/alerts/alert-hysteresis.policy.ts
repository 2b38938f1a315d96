/**
 * Decides when a condition becomes an alert and when an alert resolves. A condition must be bad for a while to fire and
 * stay good for a while to resolve, so a flapping condition produces one alert with one end. Pure.
 */

/** `between` means not bad enough to start and not good enough to resolve. */
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
  /** A condition is bad; the alert fires now or after a delay. */
  | { kind: 'begin'; isFiring: boolean }
  | { kind: 'fire' }
  /** The condition became good, or bad again; the alert stores since when it is good. */
  | { kind: 'turn'; goodSince: Date | null }
  /** The condition ended before the alert fired. */
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
