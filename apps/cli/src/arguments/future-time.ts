/** Parses a time in the future. Pure. */
import { CliError } from '../exit-codes.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `2h`, `1d`, or a time such as 2026-11-15T09:00:00Z. */
export function readFutureTime(text: string, option: string, nowMs: number = Date.now()): string {
  const [, number = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const ms = number === '' ? Date.parse(text) : nowMs + Number(number) * (unitMs[unit] ?? 0)
  if (Number.isNaN(ms))
    throw new CliError('usage', `${option} must be 30m, 2h, 1d, or a time such as 2026-11-15T09:00:00Z, not ${text}.`)
  return new Date(ms).toISOString()
}
