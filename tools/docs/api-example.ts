/** Builds a valid value for a schema from its examples: the example body on the page of an operation. */
import { nameOf, type Schema } from '../sdk/document.ts'

type Schemas = ReadonlyMap<string, Schema>
/** Deeper than any of our bodies: only a recursive schema gets there. */
const maxDepth = 12

export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  if (depth > maxDepth) throw new Error('the schema contains itself')
  if (schema.$ref !== undefined) return exampleOf(schemas.get(nameOf(schema.$ref)) ?? {}, schemas, depth + 1)
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first !== undefined) return exampleOf(first, schemas, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each, schemas, depth + 1)))
  return ofType(schema, schemas, depth)
}

function ofType(schema: Schema, schemas: Schemas, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return ofObject(schema, schemas, depth)
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, schemas, depth + 1)]
  if (type === 'boolean') return schema.default ?? true
  if (type === 'integer' || type === 'number') return schema.default ?? schema.minimum ?? 1
  if (type === 'string') return schema.default ?? ofText(schema)
  return null
}

/** A text without an example is mostly a secret that can't be invented. */
function ofText({ format }: Schema): string {
  if (format === 'date-time') return '2026-11-15T09:30:00.000Z'
  if (format === 'email') return 'ada@example.com'
  return '…'
}

/** Required fields; if there are none, one field with an example. */
function ofObject(schema: Schema, schemas: Schemas, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const distinctive = Object.entries(properties).find(([, each]) => each.example !== undefined)?.[0]
  const names = required.length > 0 ? required : distinctive === undefined ? [] : [distinctive]
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)]))
}
