/** Formats times, durations, sizes and statuses. */
import type { Span, Style } from './text.ts'

export function formatDuration(ms: number): string {
  if (ms < 950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export function formatWhen(iso: string | null | undefined, nowMs: number = Date.now()): string {
  if (iso === null || iso === undefined) return '–'
  const ms = Date.parse(iso) - nowMs
  const unit = units.find(([, size]) => Math.abs(ms) >= size)
  return unit === undefined ? 'just now' : relative.format(Math.round(ms / unit[1]), unit[0])
}

export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '–'
  const names = ['B', 'kB', 'MB', 'GB', 'TB']
  let index = 0
  let value = bytes
  for (; value >= 1_000 && index < names.length - 1; index += 1) value /= 1_000
  return `${index === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${names[index]}`
}

const tones: Readonly<Record<Style & ('green' | 'red' | 'yellow' | 'cyan'), readonly string[]>> = {
  green: [
    'live',
    'ready',
    'ok',
    'succeeded',
    'verified',
    'active',
    'pass',
    'loaded',
    'hardened',
    'confirmed',
    'adopted',
  ],
  red: ['failed', 'unreachable', 'host_key_changed', 'degraded', 'expired', 'fail', 'weak', 'not_undone'],
  yellow: [
    'cancelled',
    'cancelling',
    'superseded',
    'warning',
    'stopped',
    'partial',
    'drifted',
    'deleting',
    'purging',
    'pending',
    'returned',
    'undone',
  ],
  cyan: [
    'deploying',
    'queued',
    'preparing',
    'building',
    'releasing',
    'checking',
    'switching',
    'running',
    'connecting',
    'undoing',
  ],
}

/** A status as text, with a color if it has one. */
export function formatStatus(status: string): Span {
  const text = status.replaceAll('_', ' ')
  for (const style of ['green', 'red', 'yellow', 'cyan'] as const)
    if (tones[style].includes(status)) return { text, style }
  return text
}
