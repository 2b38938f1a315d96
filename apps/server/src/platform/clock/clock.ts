/** Time as a port, so that tests can control the clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export function after(clock: Clock, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
