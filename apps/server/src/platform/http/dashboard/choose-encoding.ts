/** Chooses the smallest encoding of a file that the client accepts (RFC 9110, 12.5.3). */
import type { Encoding } from './read-files.ts'

const preferred: readonly Encoding[] = ['br', 'gzip']
const maxLength = 500

export function chooseEncoding(header: string | undefined, available: ReadonlyMap<Encoding, unknown>): Encoding {
  if (header === undefined || header.length > maxLength) return 'identity'
  const weights = new Map(header.toLowerCase().split(',').map(readWeight))
  const isAccepted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return preferred.find((each) => available.has(each) && isAccepted(each)) ?? 'identity'
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
  const weight = parameters.find((each) => each.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
