import { expect, it } from 'vitest'
import { joinCommand, splitCommand } from './split-command.ts'

it.each([
  ['node scripts/a.mjs --dry', ['node', 'scripts/a.mjs', '--dry']],
  ['say -c "echo \\"hi\\" $HOME"', ['say', '-c', 'echo "hi" $HOME']],
  ["echo 'a b'c  ''", ['echo', 'a bc', '']],
  ['a\\ b \\\\', ['a b', '\\']],
  ['   ', []],
])('splits %s', (line, words) => {
  expect(splitCommand(line)).toEqual(words)
})

it('knows when a quote is open', () => {
  expect(splitCommand('echo "a')).toBeNull()
})

it('comes back as it was', () => {
  const words = ['say', '-c', `echo "it's" \\n`, '', 'plain']
  expect(splitCommand(joinCommand(words))).toEqual(words)
})

it('knows a quote that is not closed', () => {
  expect(splitCommand('say "hello')).toBeNull()
})
