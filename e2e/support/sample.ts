/** A valid value for a schema. If none can be found, the schema needs an example, which its readers need as well. */
import { faultsOf, isRecord, resolve, type Schema } from './json-schema.ts'

/** `seed` makes values differ where the schema leaves room. Optional fields are left out. */
export function sample(schema: Schema, named: Record<string, Schema>, seed = 0): unknown {
  const known = resolve(schema, named)
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[seed % known.enum.length]
  // Describes dependencies that the schema can't express.
  if (isRecord(known.example) && faultsOf(known, known.example, named).length === 0) return known.example
  const [alternative] = known.anyOf ?? known.oneOf ?? []
  if (alternative !== undefined) return sample(alternative, named, seed)
  switch ([known.type].flat()[0]) {
    case 'object': {
      const names = known.required ?? []
      return Object.fromEntries(
        names.map((name) => [name, sample(known.properties?.[name] ?? additional(known), named, seed)]),
      )
    }
    case 'array':
      return Array.from({ length: known.minItems ?? 0 }, (_, index) => sample(known.items ?? {}, named, seed + index))
    case 'string':
      return sampleString(known, named, seed)
    case 'integer':
    case 'number':
      return known.example ?? known.minimum ?? seed
    case 'boolean':
      return seed % 2 === 0
    default:
      return null
  }
}

const ofFormat: Record<string, string> = {
  'date-time': '2099-01-01T00:00:00.000Z',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  cidrv4: '192.0.2.0/24',
  cidrv6: '2001:db8::/32',
  uri: 'https://example.com/',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
}

function additional(schema: Schema): Schema {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
}

function sampleString(schema: Schema, named: Record<string, Schema>, seed: number): string {
  const example = typeof schema.example === 'string' ? schema.example : undefined
  const candidates = [
    ...(example === undefined ? [] : [example.replace('@', `${seed}@`), example]),
    ...(schema.format === undefined ? [] : [ofFormat[schema.format] ?? '']),
    `Sample ${seed}`,
    `sample${seed}`.padEnd(schema.minLength ?? 0, 'x'),
    `sample-${seed}`.padEnd(20, 'x'),
    String(seed).padStart(6, '1'),
  ]
  const found = candidates.find((text) => faultsOf(schema, text, named).length === 0)
  if (found === undefined) throw new Error(`no sample fits ${JSON.stringify(schema)}: give the schema an example`)
  return found
}
