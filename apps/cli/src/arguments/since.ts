/** Parses `10m`, `2h`, `3d` or a timestamp. */
import { CliError } from '../exit-codes.ts'

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function readSince(text: string | undefined, nowMs: number = Date.now()): string | undefined {
  if (text === undefined) return undefined
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = amount === undefined ? Date.parse(text) : nowMs - Number(amount) * (unitsMs[unit] ?? 0)
  if (Number.isNaN(ms))
    throw new CliError('usage', `“${text}” isn't a time.`, 'Use 10m, 2h, 3d, or 2026-11-15T09:00:00Z.')
  return new Date(ms).toISOString()
}
