/** Validates a string. Counts lengths as the server does. */
import type { JsonSchema } from './json-schema.ts'
import type { FieldError } from './problem.ts'

type TextError = Omit<FieldError, 'pointer'>

export function validateText(schema: JsonSchema, value: string): TextError[] {
  const { minLength = 0, maxLength, pattern, format, allOf = [] } = schema
  if (value.length < minLength) return [{ code: 'too_small', message: tooShort(minLength) }]
  if (maxLength !== undefined && value.length > maxLength)
    return [{ code: 'too_big', message: `must have at most ${maxLength} characters` }]
  const patterns = [pattern, ...allOf.map((each) => each.pattern)].flatMap((each) => each ?? [])
  const isWrong = patterns.some((each) => !toPattern(each).test(value)) || !hasFormat(format, value)
  return isWrong ? [{ code: 'invalid_format', message: wantedFormat(schema) }] : []
}

function tooShort(minLength: number): string {
  return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`
}

function wantedFormat({ example }: JsonSchema): string {
  return typeof example === 'string'
    ? `must be in the expected format, such as ${example}`
    : 'must be in the expected format'
}

function hasFormat(format: string | undefined, value: string): boolean {
  return format === 'date-time' ? !Number.isNaN(Date.parse(value)) : true
}

const compiled = new Map<string, RegExp>()

/** Patterns come from our own API description. Unicode mode, as JSON Schema requires: they use `\p{…}`. */
function toPattern(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source, 'u')
  compiled.set(source, known)
  return known
}
