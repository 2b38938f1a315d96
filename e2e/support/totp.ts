/** Codes of an authenticator app. */
import { setTimeout as delay } from 'node:timers/promises'
import type { TOTP } from 'otpauth'

const periodMs = 30_000

/** `periods`: which code, relative to the current one. Each code works once, so steps of a test use different ones. */
export function codeOf(totp: TOTP, periods = 0): string {
  return totp.generate({ timestamp: Date.now() + periods * periodMs })
}

/** The previous code expires when the current period ends. Waits for the next one unless half of it is left for the request. */
export async function previousCodeOf(totp: TOTP): Promise<string> {
  const left = periodMs - (Date.now() % periodMs)
  if (left < periodMs / 2) await delay(left + 100)
  return codeOf(totp, -1)
}
