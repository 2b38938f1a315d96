import { expect, it } from 'vitest'
import { joinCommand, splitCommand } from './split-command.ts'

it.each([
  ['node scripts/a.mjs --dry', ['node', 'scripts/a.mjs', '--dry']],
  ['say -c "echo \\"hi\\" $HOME"', ['say', '-c', 'echo "hi" $HOME']],
  ["echo 'a b'c  ''", ['echo', 'a bc', '']],
  ['a\\ b \\\\', ['a b', '\\']],
  ['   ', []],
])('splits %s', (line, args) => {
  expect(splitCommand(line)).toEqual(args)
})

it('returns null for an open quote', () => {
  expect(splitCommand('echo "a')).toBeNull()
})

it('splits a joined command into the same arguments', () => {
  const args = ['say', '-c', `echo "it's" \\n`, '', 'plain']
  expect(splitCommand(joinCommand(args))).toEqual(args)
})

it('returns null for an unclosed double quote', () => {
  expect(splitCommand('say "hello')).toBeNull()
})
