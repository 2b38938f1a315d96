/** What the API declares about itself, held against a rule that no route can change by itself. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Operation {
  'x-longshore-permission'?: string
}

/** They change nothing that anybody else sees: one shows a message, one issues a ticket for the caller's own stream. */
const readersMayPost = ['POST /api/v1/notification-connectors/{id}/preview', 'POST /api/v1/stream-tickets']

test('an operation that changes something never needs just a permission to read', () => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text)
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => method !== 'get' && operation['x-longshore-permission']?.endsWith(':read'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found.toSorted()).toEqual(readersMayPost)
  expect(Object.keys(paths).length).toBeGreaterThan(100)
})
