/** Checks the declared permissions of all operations against a rule that no single route can change. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Operation {
  'x-longshore-permission'?: string
}

/** They change nothing that others can see: one shows a message, one issues a ticket for the caller's own stream. */
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
