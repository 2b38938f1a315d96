import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, parseTomlText, parseYaml } from './documents.ts'

test('accepts JSON with comments and trailing commas, as in tsconfig.json', () => {
  const text = '{\n  // why\n  "a": "// no comment", /* here */ "b": [1, 2,],\n}\n'
  expect(parseJson(text)).toEqual({ value: { a: '// no comment', b: [1, 2] }, problem: null })
})

test('rejects endless brackets before a parser runs out of stack', () => {
  const deep = '['.repeat(100_000)
  for (const parse of [parseJson, parseYaml])
    expect(parse(deep)).toMatchObject({ value: null, problem: expect.any(String) })
  expect(parseTomlText(`a = ${deep}`)).toMatchObject({ value: null, problem: expect.any(String) })
})

test('rejects an alias bomb', () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (let index = 1; index < 9; index += 1) {
    const [name, before] = [String.fromCharCode(97 + index), String.fromCharCode(96 + index)]
    lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`)
  }
  expect(parseYaml(lines.join('\n'))).toMatchObject({ value: null, problem: expect.any(String) })
})

test('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const parse of [parseJson, parseYaml, parseTomlText]) {
        const { value, problem } = parse(text)
        expect(problem === null || value === null).toBe(true)
      }
    }),
  )
})
