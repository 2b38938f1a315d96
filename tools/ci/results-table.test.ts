import { expect, test } from 'vitest'
import { createTable } from './results-table.ts'

const log = `fixtures are ready after 1 s
ok    layers                         13 s  layers: rules=59 found=0
FAIL  suite-core                    469 s  core: checks=3 short=1
      a line of its output
done  lint                                 before, and no change since can break it
failed: suite-core
5816 passed, 1 failed
ok    suite-apply-full              912 s  apply: checks=40 kills=50 short=0
`

test('every check is a row with its result and figures', () => {
  const table = createTable(log, 'ARM64')
  expect(table).toContain('## ARM64\n\n5816 passed, 1 failed\n')
  expect(table).toContain('| passed | layers | 13 s | layers: rules=59 found=0 |')
  expect(table).toContain('| **failed** | suite-core | 469 s | core: checks=3 short=1 |')
  expect(table).toContain('| passed earlier | lint | | before, and no change since can break it |')
  expect(table).toContain('| passed | suite-apply-full | 912 s | apply: checks=40 kills=50 short=0 |')
  expect(table.match(/^\| (?:passed|\*\*failed)/gm)).toHaveLength(4)
})

test('a check without figures hides no other row', () => {
  const table = createTable('ok    types   41 s  \nok    layers   13 s  layers: found=0\n', 'x')
  expect(table).toContain('| passed | types | 41 s |  |\n| passed | layers | 13 s | layers: found=0 |')
})

test('a run that broke off says so', () => {
  expect(createTable('ok    layers   1 s  \n', 'x')).toContain('The run did not end.')
})
