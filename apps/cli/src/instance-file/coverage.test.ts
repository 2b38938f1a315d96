import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ApiDescription, findCoverage } from './coverage.ts'

function readApi(): ApiDescription {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../server/openapi.json'), 'utf8'))
}

test('every property of every request is in the file or excluded with a reason', () => {
  const { unknown, outdated, exported, excluded } = findCoverage(readApi())
  expect(unknown).toEqual([])
  expect(outdated).toEqual([])
  expect(exported).toBeGreaterThan(150)
  expect(excluded).toBeGreaterThan(50)
})

test.each([
  ['CreateServerRequest', 'createServer: tags'],
  ['ServiceRequest', 'configureServices: services.tags'],
])('a new property of %s is found', (name, expected) => {
  const api = structuredClone(readApi())
  const properties = api.components.schemas[name]?.properties
  if (properties !== undefined) Object.assign(properties, { tags: { type: 'array' } })
  expect(findCoverage(api).unknown).toContain(expected)
})

test('a new request is found', () => {
  const api = readApi()
  const schema = { properties: { name: {} } }
  const requestBody = { content: { 'application/json': { schema } } }
  const paths = { ...api.paths, '/teams': { post: { operationId: 'createTeam', requestBody } } }
  expect(findCoverage({ ...api, paths }).unknown).toEqual(['createTeam'])
})
