import { expect, test } from 'vitest'
import { readCommands } from './shell-words.ts'

const args = (script: string) => readCommands(script).map((each) => each.args)

test('words with quotes, escapes and continued lines', () => {
  expect(args(`curl -s \\\n  "$api/x y" -d '{ "a": "b|c" }' a\\ b`)).toEqual([
    ['curl', '-s', '$api/x y', '-d', '{ "a": "b|c" }', 'a b'],
  ])
})
test('commands end at pipes, operators, new lines and comments', () => {
  expect(args('a | b && c; d # e f\ng & h')).toEqual([['a'], ['b'], ['c'], ['d'], ['g'], ['h']])
})
test('commands in values come too, also inside of quotes', () => {
  expect(args(`x=$(a b | c 'd)') "e $(f)"`)).toEqual([['a', 'b'], ['c', 'd)'], ['f'], ['x=$()', 'e $()']])
})
test('redirections and here-documents are no arguments', () => {
  expect(args('a >b c 2>/dev/null\nd <<EOF\nlongshore x\nEOF\ne')).toEqual([['a', 'c'], ['d'], ['e']])
})
test('the line of a command is where it begins', () => {
  expect(readCommands('a\n\nb \\\n  c\nd', 10).map((each) => each.line)).toEqual([10, 12, 14])
})
test('a quote that is never closed is told', () => {
  expect(() => readCommands("a 'b")).toThrow('never closed')
})
