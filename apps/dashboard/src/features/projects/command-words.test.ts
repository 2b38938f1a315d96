import { expect, it } from 'vitest'
import { joinWords, splitWords } from './command-words.ts'

it('splits at spaces, except within quotes', () => {
  expect(splitWords(` node  seed.js "two words" 'a "b"' c\\ d ""`)).toEqual([
    'node',
    'seed.js',
    'two words',
    'a "b"',
    'c d',
    '',
  ])
})

it('comes back as it was', () => {
  const words = ['sh', '-c', `echo "it's" \\n`, '', 'plain']
  expect(splitWords(joinWords(words))).toEqual(words)
})
