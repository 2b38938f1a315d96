/** Lists are sorted by id: past events need an id with their time. */
import { randomUUIDv7 } from 'node:crypto'

export function pastId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

export function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * 3_600_000)
}
