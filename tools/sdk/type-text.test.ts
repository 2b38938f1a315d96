import { expect, test } from 'vitest'
import { docText, typeText } from './type-text.ts'

const text = (schema: Parameters<typeof typeText>[0], isRequest = false) => typeText(schema, { indent: '', isRequest })

test('writes plain values, literals, and alternatives', () => {
  expect(text({ type: 'integer' })).toBe('number')
  expect(text({ type: ['string', 'null'] })).toBe('string | null')
  expect(text({ type: 'string', enum: ['a', "b'c"] })).toBe("'a' | 'b\\'c'")
  expect(text({ anyOf: [{ $ref: '#/components/schemas/Domain' }, { type: 'null' }] })).toBe('Domain | null')
  expect(text({ oneOf: [{ type: 'string', const: 'x' }, { type: 'boolean' }] })).toBe("'x' | boolean")
  expect(text({ type: 'string', allOf: [{ pattern: 'a' }] })).toBe('string')
  expect(text({ description: 'Anything.' })).toBe('unknown')
})

test('writes lists and objects', () => {
  expect(text({ type: 'array', items: { $ref: '#/components/schemas/Domain' } })).toBe('Domain[]')
  expect(text({ type: 'array', items: { type: ['string', 'null'] } })).toBe('Array<string | null>')
  expect(text({ type: 'object', additionalProperties: { type: 'number' } })).toBe('Record<string, number>')
  expect(text({ type: 'object', properties: {} })).toBe('Record<string, never>')
  const object = { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'number' } }, required: ['a'] }
  expect(text(object)).toBe("{\n  a: string\n  'b-c'?: number\n}")
  expect(text(object, true)).toBe("{\n  a: string\n  'b-c'?: number | undefined\n}")
})

test('rejects unknown keywords', () => {
  expect(() => text({ type: 'tuple' })).toThrow('no type is known')
  expect(() => text({ not: {} })).toThrow('no type is known')
  const mixed = { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }
  expect(() => text(mixed)).toThrow('beside fields')
})

test('a description cannot end its comment', () => {
  expect(docText('a */ b\nc', '')).toBe('/** a *\\/ b c */\n')
})
