import { z } from 'zod'
import type {} from './route-config.ts'

export type Json = Record<string, unknown>

/** Moves named schemas (`meta({ id })`) to the components and references them. */
export function toJson(schema: z.ZodType, schemas: Json): Json {
  const wrapped = z.toJSONSchema(z.object({ schema }), {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema)
      // Zod omits the default of a converted value, but a number in a query is the same number.
      if (zodSchema instanceof z.ZodDefault && typeof zodSchema.def.defaultValue === 'number')
        jsonSchema.default ??= zodSchema.def.defaultValue
    },
  })
  const rewritten = JSON.parse(JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'))
  for (const [name, definition] of Object.entries<Json>(rewritten.$defs ?? {})) {
    const { id: _, ...rest } = definition
    schemas[name] = rest
  }
  return rewritten.properties.schema
}

/** Removes redundant keywords: a format implies its pattern, and integers need no safe-integer bounds. */
function simplify(schema: Json): void {
  if (schema.format === 'date-time' || schema.format === 'email') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

export const binary = { type: 'string', format: 'binary' }
