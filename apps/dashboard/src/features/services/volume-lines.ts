/** Volumes as lines: `uploads:/data`, or `api/uploads:/data` for the volume of another service. Pure. */
import { splitList } from './field-values.ts'

export interface VolumeLine {
  name: string
  path: string
  /** The service that the volume belongs to. Missing or null: an own volume. */
  service?: string | null | undefined
}

export function formatVolume({ name, path, service }: VolumeLine): string {
  return `${typeof service === 'string' ? `${service}/` : ''}${name}:${path}`
}

/** A line without a colon has an empty name, which the schema rejects. */
export function readVolumes(text: string): VolumeLine[] {
  return splitList(text, '\n').map((line) => {
    const colon = line.indexOf(':')
    const [place, path] = colon < 0 ? ['', line] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    const slash = place.indexOf('/')
    return slash <= 0
      ? { name: place, path }
      : { name: place.slice(slash + 1).trim(), path, service: place.slice(0, slash).trim() }
  })
}

export function isOwnVolume({ service }: VolumeLine): boolean {
  return typeof service !== 'string'
}
