import { expect, test } from 'vitest'
import { checkLongshoreFile } from './check-file.ts'
import { draftLongshoreFile } from './draft.ts'

test('the draft is valid', () => {
  const text = draftLongshoreFile({ name: 'web', port: 8080, command: 'node "a b".js', healthCheck: '/healthz' })
  expect(checkLongshoreFile(text)).toEqual([])
  expect(checkLongshoreFile(text.replaceAll(/^# (?=databases|variables| )/gm, ''))).toEqual([])
})

test('reports each mistake with its line', () => {
  const text = [
    'version: 1',
    'services:',
    '  web:',
    '    port: many',
    '    healthCheck: /',
    '    colour: red',
    'databases:',
    '  db: {}',
  ].join('\n')
  expect(checkLongshoreFile(text)).toEqual([
    { line: 4, field: 'services.web.port', message: 'must be a whole number' },
    { line: 6, field: 'services.web.colour', message: "isn't a known field" },
    { line: 8, field: 'databases.db.engine', message: 'is required' },
  ])
})

test('reports invalid YAML with its line', () => {
  const [fault] = checkLongshoreFile('version: 1\nservices:\n  web: [\n')
  expect(fault?.line).toBeGreaterThan(2)
  expect(checkLongshoreFile('version: 1\nversion: 1\n')[0]?.line).toBe(2)
})
