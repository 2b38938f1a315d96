import { expect, test } from 'vitest'
import { createTable } from './results-table.ts'

const log = `fixtures are ready after 1 s
ok    layers                         13 s  layers: rules=59 found=0
FAIL  suite-core                    469 s  core: checks=3 short=1
      a line of its output
failed: suite-core
5816 passed, 1 failed
`

test('every check is a row with its result and figures', () => {
  const table = createTable(log, 'ARM64')
  expect(table).toContain('## ARM64\n\n5816 passed, 1 failed\n')
  expect(table).toContain('| passed | layers | 13 s | layers: rules=59 found=0 |')
  expect(table).toContain('| **failed** | suite-core | 469 s | core: checks=3 short=1 |')
  expect(table.match(/^\| (?:passed|\*\*failed)/gm)).toHaveLength(2)
})

test('a run that broke off says so', () => {
  expect(createTable('ok    layers   1 s  \n', 'x')).toContain('The run did not end.')
})
