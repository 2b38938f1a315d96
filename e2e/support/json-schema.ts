/**
 * Validates values against the part of JSON Schema 2020-12 that the API description uses. An unknown keyword is an
 * error: otherwise a new kind of schema would pass everything.
 */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  default?: unknown
  example?: unknown
}

type Named = Record<string, Schema>
type Check = (schema: Schema, value: unknown, named: Named) => string[]

/** The faults, each with its path; empty if the value is valid. */
export function faultsOf(schema: Schema, value: unknown, named: Named): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const check = checks[keyword]
    if (check === undefined) throw new Error(`the sweeps do not know the schema keyword ${keyword}`)
    return check(schema, value, named)
  })
}

export function resolve(schema: Schema, named: Named): Schema {
  if (schema.$ref === undefined) return schema
  const found = named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
  if (found === undefined) throw new Error(`${schema.$ref} is not in the description`)
  return resolve(found, named)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const note: Check = () => []
const inside = (place: string, faults: string[]) => faults.map((fault) => `/${place}${fault}`)
const unless = (holds: boolean | undefined, fault: string) => (holds === false ? [` ${fault}`] : [])
const onString = (test: (text: string, schema: Schema) => boolean, fault: string): Check => {
  return (schema, value) => (typeof value === 'string' ? unless(test(value, schema), fault) : [])
}
const onNumber = (test: (number: number, schema: Schema) => boolean, fault: string): Check => {
  return (schema, value) => (typeof value === 'number' ? unless(test(value, schema), fault) : [])
}
const onArray = (test: (length: number, schema: Schema) => boolean, fault: string): Check => {
  return (schema, value) => (Array.isArray(value) ? unless(test(value.length, schema), fault) : [])
}

const checks: Record<string, Check> = {
  description: note, example: note, default: note, title: note, deprecated: note, writeOnly: note,
  $ref: (schema, value, named) => faultsOf(resolve(schema, named), value, named),
  type: (schema, value) => unless([schema.type].flat().some((type) => isOfType(type, value)), `is not of type ${schema.type}`),
  const: (schema, value) => unless(value === schema.const, `is not ${JSON.stringify(schema.const)}`),
  enum: (schema, value) => unless(schema.enum?.includes(value), `is none of ${JSON.stringify(schema.enum)}`),
  anyOf: (schema, value, named) => unless(matching(schema.anyOf, value, named) > 0, 'matches no alternative'),
  oneOf: (schema, value, named) => unless(matching(schema.oneOf, value, named) === 1, 'does not match one alternative'),
  allOf: (schema, value, named) => (schema.allOf ?? []).flatMap((each) => faultsOf(each, value, named)),
  properties: (schema, value, named) =>
    !isRecord(value)
      ? []
      : Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
          Object.hasOwn(value, name) ? inside(name, faultsOf(each, value[name], named)) : [],
        ),
  required: (schema, value) =>
    !isRecord(value)
      ? []
      : (schema.required ?? []).filter((name) => !Object.hasOwn(value, name)).map((name) => `/${name} is missing`),
  additionalProperties: checkAdditional,
  propertyNames: (schema, value, named) =>
    !isRecord(value) ? [] : Object.keys(value).flatMap((key) => faultsOf(schema.propertyNames ?? {}, key, named)),
  items: (schema, value, named) =>
    !Array.isArray(value)
      ? []
      : value.flatMap((item, index) => inside(String(index), faultsOf(schema.items ?? {}, item, named))),
  minItems: onArray((length, { minItems = 0 }) => length >= minItems, 'has too few items'),
  maxItems: onArray((length, { maxItems = 0 }) => length <= maxItems, 'has too many items'),
  minLength: onString((text, { minLength = 0 }) => [...text].length >= minLength, 'is too short'),
  maxLength: onString((text, { maxLength = 0 }) => [...text].length <= maxLength, 'is too long'),
  pattern: onString((text, { pattern = '' }) => new RegExp(pattern, 'u').test(text), 'does not match its pattern'),
  format: onString((text, { format = '' }) => hasFormat(text, format), 'does not have its format'),
  minimum: onNumber((number, { minimum = 0 }) => number >= minimum, 'is too small'),
  maximum: onNumber((number, { maximum = 0 }) => number <= maximum, 'is too large'),
  exclusiveMinimum: onNumber((number, { exclusiveMinimum = 0 }) => number > exclusiveMinimum, 'is too small'),
  exclusiveMaximum: onNumber((number, { exclusiveMaximum = 0 }) => number < exclusiveMaximum, 'is too large'),
} // biome-ignore format: one keyword after the other

function checkAdditional(schema: Schema, value: unknown, named: Named): string[] {
  const allowed = schema.additionalProperties
  if (!isRecord(value) || allowed === true || allowed === undefined) return []
  const extra = Object.keys(value).filter((key) => !Object.hasOwn(schema.properties ?? {}, key))
  if (allowed === false) return extra.map((key) => `/${key} is not documented`)
  return extra.flatMap((key) => inside(key, faultsOf(allowed, value[key], named)))
}

function matching(alternatives: readonly Schema[] = [], value: unknown, named: Named): number {
  return alternatives.filter((each) => faultsOf(each, value, named).length === 0).length
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Times are UTC with milliseconds in this API; other formats carry a pattern of their own. */
function hasFormat(text: string, format: string): boolean {
  if (format !== 'date-time') return true
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
