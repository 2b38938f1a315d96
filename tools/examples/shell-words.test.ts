import { expect, test } from 'vitest'
import { readCommands } from './shell-words.ts'

const args = (script: string) => readCommands(script).map((each) => each.args)

test('reads arguments with quotes, escapes, and continued lines', () => {
  expect(args(`curl -s \\\n  "$api/x y" -d '{ "a": "b|c" }' a\\ b`)).toEqual([
    ['curl', '-s', '$api/x y', '-d', '{ "a": "b|c" }', 'a b'],
  ])
})
test('ends commands at pipes, operators, new lines, and comments', () => {
  expect(args('a | b && c; d # e f\ng & h')).toEqual([['a'], ['b'], ['c'], ['d'], ['g'], ['h']])
})
test('reads commands in values, also inside of quotes', () => {
  expect(args(`x=$(a b | c 'd)') "e $(f)"`)).toEqual([['a', 'b'], ['c', 'd)'], ['f'], ['x=$()', 'e $()']])
})
test('skips redirections and here-documents', () => {
  expect(args('a >b c 2>/dev/null\nd <<EOF\nlongshore x\nEOF\ne')).toEqual([['a', 'c'], ['d'], ['e']])
})
test('the line of a command is where it starts', () => {
  expect(readCommands('a\n\nb \\\n  c\nd', 10).map((each) => each.line)).toEqual([10, 12, 14])
})
test('reports an unclosed quote', () => {
  expect(() => readCommands("a 'b")).toThrow('never closed')
})
