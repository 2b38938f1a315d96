/** Values for fuzzing: mostly valid for the schema, and then broken in ways that parsers and databases handle badly. */
import { isRecord, resolve, type Schema } from './json-schema.ts'
import type { Random } from './random.ts'
import { sample } from './sample.ts'

/** Numbers that JSON can write and JavaScript cannot keep stand as text between these marks, see `toJsonText`. */
const rawNumbers = ['1e400', '-1e400', '12345678901234567890', '0.1e-400', '-0', '1E+2', '9007199254740993']
const rawMark = '\u0001raw:'

const strings = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202egnp', '\ufeff', '\uffff', 'e\u0301'.repeat(50), '💩'.repeat(60),
  '\n', '\r\nX-A: b', '\u2028', '\u0085', '../..', "' or '1'='1", '"; --', '${7*7}', '{{7*7}}', '%s%n%d', '<svg/onload=1>', '\\', '\\u0000',
  'null', 'undefined', 'NaN', 'true', '0', '-1', '1e9', '0x10', '00000000-0000-0000-0000-000000000000', 'org_00000000000000000000000000',
  'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'a@b', 'a@b.c', 'a@example.com\nbcc: b@example.com', `${'a'.repeat(64)}@example.com`, 'ü@example.com',
  '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00.000Z', '2026-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z',
  '::', '::ffff:1.2.3.4', '1.2.3.4/33', '0.0.0.0/0', '::/129', '1.2.3.04', 'a'.repeat(300), 'é'.repeat(5_000), 'x'.repeat(70_000), '__proto__',
] // biome-ignore format: a list

const characters = [
  '\u0000',
  '\ud800',
  '\udfff',
  '\n',
  '\u007f',
  '\u2028',
  '\u202e',
  '💩',
  'é',
  '"',
  "'",
  '\\',
  '%',
  ' ',
  '/',
]

const others = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e15,
  -1e15,
  2 ** 31,
  2 ** 53,
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1 },
]

export function randomValue(schema: Schema, named: Record<string, Schema>, random: Random): unknown {
  const known = resolve(schema, named)
  const alternatives = known.anyOf ?? known.oneOf
  if (alternatives !== undefined) {
    const chosen = random.pick(alternatives)
    // The example of a nullable value is beside its alternatives.
    return randomValue(known.example === undefined ? chosen : { example: known.example, ...chosen }, named, random)
  }
  if (known.enum !== undefined) return random.pick(known.enum)
  if (known.type === 'object' && known.properties !== undefined) {
    const names = Object.keys(known.properties).filter(
      (name) => known.required?.includes(name) === true || random.chance(0.5),
    )
    return Object.fromEntries(names.map((name) => [name, randomValue(known.properties?.[name] ?? {}, named, random)]))
  }
  if (known.type === 'object') return randomRecord(known, named, random)
  if (known.type === 'array') {
    const length = (known.minItems ?? 0) + random.below(3)
    return Array.from({ length }, () => randomValue(known.items ?? {}, named, random))
  }
  if (known.type === 'integer' && known.maximum !== undefined)
    return random.pick([known.minimum ?? 0, known.maximum, random.below(known.maximum)])
  return sample(known, named, random.below(1_000_000))
}

export function junk(random: Random): unknown {
  const kind = random.below(10)
  if (kind < 6) return random.pick(strings)
  if (kind < 9) return random.pick(others)
  return random.chance(0.8)
    ? `${rawMark}${random.pick(rawNumbers)}`
    : Array.from({ length: 2_000 }, (_, index) => index)
}

export function junkText(random: Random): string {
  return random.pick(strings)
}

/** Changes one position of a value. */
export function mutate(value: unknown, random: Random): unknown {
  if (random.chance(0.15)) return junk(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3)) return [...value, junk(random)]
    return value.with(random.below(value.length), mutate(value[random.below(value.length)], random))
  }
  if (typeof value === 'string' && random.chance(0.5)) return insertInto(value, random)
  if (!isRecord(value)) return junk(random)
  const names = Object.keys(value)
  const kind = random.below(6)
  if (kind === 0 || names.length === 0)
    return { ...value, [random.pick(['surprise', 'id', 'role', '', '$ref', 'a.b'])]: junk(random) }
  const name = random.pick(names)
  const { [name]: old, ...rest } = value
  if (kind === 1) return rest
  return { ...rest, [name]: kind === 2 ? [old] : mutate(old, random) }
}

/** Keeps the rest valid, so that the character gets as far as a valid value would. */
function insertInto(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + random.pick(characters) + text.slice(at)
}

export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\\u0001raw:([^"]+)"/g, '$1')
}

/** Breaks the bytes themselves. */
export function mutateBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text)
  const at = random.below(Math.max(1, bytes.length))
  const insert = (...more: number[]) => Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return insert(random.below(256))
    case 2:
      return insert(0xc3, 0x28)
    case 3:
      return insert(0xef, 0xbb, 0xbf)
    case 4:
      return insert(0)
    default:
      return Buffer.concat([bytes, bytes])
  }
}

function randomRecord(schema: Schema, named: Record<string, Schema>, random: Random): unknown {
  const keys = schema.propertyNames?.enum?.map(String) ?? ['a', 'b']
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  return Object.fromEntries(
    keys.filter(() => random.chance(0.4)).map((key) => [key, randomValue(values, named, random)]),
  )
}
