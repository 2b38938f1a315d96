import { expect, test } from 'vitest'
import type { JsonSchema } from '../../packages/sdk/src/json-schema.ts'
import { validate } from '../../packages/sdk/src/validate.ts'
import type { Schema } from '../sdk/document.ts'
import { operationsOf, readApi } from './api-document.ts'
import { exampleBody } from './api-operation-text.ts'

const api = await readApi()
const schemas = new Map(Object.entries(api.components.schemas))

test('every example body on the pages passes the rules of its operation', () => {
  const faults = operationsOf(api).flatMap(({ operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    const body = exampleBody(operation, schemas)
    if (schema === undefined || body === undefined) return []
    return (
      validate(inlined(schema), body)
        // A secret without an example is omitted.
        .filter(({ pointer }) => !JSON.stringify(body).includes(`"${pointer.slice(1)}":"…"`))
        .map((each) => `${operation.operationId} ${each.pointer}: ${each.message}`)
    )
  })
  expect(faults).toEqual([])
})

/** The validator of the SDK takes schemas without references. */
function inlined(schema: Schema): JsonSchema {
  const text = JSON.stringify(schema, (_, value: unknown) => {
    const reference = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined
    return typeof reference === 'string' ? (schemas.get(reference.slice(reference.lastIndexOf('/') + 1)) ?? {}) : value
  })
  return JSON.parse(text)
}
