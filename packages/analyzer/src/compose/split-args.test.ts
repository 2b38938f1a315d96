import { expect, test } from 'vitest'
import { splitArgs } from './split-args.ts'

test.each([
  ['node server.js', ['node', 'server.js']],
  ['  a   b  ', ['a', 'b']],
  [`env -S 'a && b' "c d"`, ['env', '-S', 'a && b', 'c d']],
  [`a\\ b "c\\"d" 'e\\f' g"h"i`, ['a b', 'c"d', 'e\\f', 'ghi']],
  [`-e "" ''`, ['-e', '', '']],
  ['a\n  b\tc', ['a', 'b', 'c']],
  ['--query=${A:-x y}', ['--query=${A:-x', 'y}']],
  ['', []],
])('splits %j like Compose', (text, args) => {
  expect(splitArgs(text)).toEqual({ args, operator: null })
})

test.each([
  ['a && b', ['a'], '&&'],
  ['a; b', ['a'], ';'],
  ['a b | c', ['a', 'b'], '|'],
  ['a 2>/dev/null', ['a'], '>'],
])('ends %j where Compose ends it', (text, args, operator) => {
  expect(splitArgs(text)).toEqual({ args, operator })
})

test.each([`a "b`, `a 'b`, 'a $(b)', 'a \\'])('rejects %j like Compose', (text) => {
  expect(splitArgs(text)).toBeNull()
})

test('takes linear time', () => {
  const started = process.cpuUsage()
  for (const text of ['"'.repeat(300_001), '\\'.repeat(300_001), 'a '.repeat(200_000), '${'.repeat(200_000)])
    splitArgs(text)
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
})
