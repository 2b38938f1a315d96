/**
 * Validates a value against a schema of `@longshore/sdk/schemas` before it is sent. Errors have the same shape as those of the
 * server, so that forms can show both. The server has additional rules that a schema can't express.
 */
import type { JsonSchema } from './json-schema.ts'
import type { FieldError } from './problem.ts'
import { validateText } from './validate-text.ts'

export function validate(schema: JsonSchema, value: unknown, pointer = ''): FieldError[] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return validateAlternatives(alternatives, value, pointer)
  if (schema.const !== undefined || schema.enum !== undefined) return validateChoice(schema, value, pointer)
  if (!hasType(schema.type, value)) return [toError(pointer, 'invalid_type', wantedType(schema.type))]
  if (typeof value === 'string') return validateText(schema, value).map((each) => ({ pointer, ...each }))
  if (typeof value === 'number') return validateNumber(schema, value, pointer)
  if (Array.isArray(value)) return validateList(schema, value, pointer)
  if (typeof value === 'object' && value !== null) return validateObject(schema, value, pointer)
  return []
}

function validateObject(schema: JsonSchema, value: object, pointer: string): FieldError[] {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  // Undefined fields are missing, as in JSON.
  const fields = new Map(Object.entries(value).filter(([, each]) => each !== undefined))
  const missing = required
    .filter((name) => !fields.has(name))
    .map((name) => toError(at(pointer, name), 'required', 'is required'))
  const wrong = [...fields].flatMap(([name, each]) => {
    const own = properties[name]
    if (own !== undefined) return validate(own, each, at(pointer, name))
    if (additionalProperties === false) return [toError(at(pointer, name), 'unknown_field', "isn't a known field")]
    if (typeof additionalProperties !== 'object') return []
    const ofName = propertyNames === undefined ? [] : validate(propertyNames, name, at(pointer, name))
    return [...ofName, ...validate(additionalProperties, each, at(pointer, name))]
  })
  return [...missing, ...wrong]
}

function validateList({ items, minItems = 0, maxItems }: JsonSchema, value: unknown[], pointer: string): FieldError[] {
  if (value.length < minItems) return [toError(pointer, 'too_small', `must have at least ${count(minItems, 'entry')}`)]
  if (maxItems !== undefined && value.length > maxItems)
    return [toError(pointer, 'too_big', `must have at most ${count(maxItems, 'entry')}`)]
  return items === undefined ? [] : value.flatMap((each, index) => validate(items, each, at(pointer, String(index))))
}

function validateNumber(schema: JsonSchema, value: number, pointer: string): FieldError[] {
  const { minimum, maximum, exclusiveMinimum } = schema
  if (minimum !== undefined && value < minimum) return [toError(pointer, 'too_small', `must be at least ${minimum}`)]
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return [toError(pointer, 'too_small', `must be more than ${exclusiveMinimum}`)]
  if (maximum !== undefined && value > maximum) return [toError(pointer, 'too_big', `must be at most ${maximum}`)]
  return []
}

/** No alternative fits: returns the errors of the most likely one, which has most of the given fields. */
function validateAlternatives(alternatives: readonly JsonSchema[], value: unknown, pointer: string): FieldError[] {
  const all = alternatives.map((each) => validate(each, value, pointer))
  const strangers = (errors: FieldError[]) => errors.filter((each) => isAboutKind(each, pointer)).length
  const sorted = [...all].sort((a, b) => strangers(a) - strangers(b) || a.length - b.length)
  return sorted[0] ?? []
}

/** Such an error means that another alternative was intended. */
function isAboutKind(error: FieldError, pointer: string): boolean {
  const isHere = error.pointer === pointer && error.code === 'invalid_type'
  return isHere || error.code === 'unknown_field' || error.code === 'invalid_value'
}

function validateChoice(schema: JsonSchema, value: unknown, pointer: string): FieldError[] {
  const choices = schema.enum ?? [schema.const]
  if (choices.includes(value)) return []
  return [toError(pointer, 'invalid_value', `must be ${choices.map((each) => JSON.stringify(each)).join(' or ')}`)]
}

function hasType(type: JsonSchema['type'], value: unknown): boolean {
  if (type === undefined) return true
  if (typeof type !== 'string') return type.some((each) => hasType(each, value))
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return type === 'number' ? Number.isFinite(value) : typeof value === type
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function wantedType(type: JsonSchema['type']): string {
  const names = [type ?? []].flat().map((each) => typeNames[each] ?? each)
  return `must be ${names.join(' or ')}`
}

function count(amount: number, word: 'entry'): string {
  return `${amount} ${amount === 1 ? word : 'entries'}`
}

function at(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function toError(pointer: string, code: string, message: string): FieldError {
  return { pointer, code, message }
}
