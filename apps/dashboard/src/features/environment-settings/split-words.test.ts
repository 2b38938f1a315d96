import { expect, it } from 'vitest'
import { splitWords } from './split-words.ts'

it.each([
  ['node scripts/a.mjs --dry', ['node', 'scripts/a.mjs', '--dry']],
  ['sh -c "echo \\"hi\\" $HOME"', ['sh', '-c', 'echo "hi" $HOME']],
  ["echo 'a b'c  ''", ['echo', 'a bc', '']],
  ['a\\ b \\\\', ['a b', '\\']],
  ['   ', []],
])('splits %s', (line, words) => {
  expect(splitWords(line)).toEqual(words)
})

it('knows when a quote is open', () => {
  expect(splitWords('echo "a')).toBeNull()
})
