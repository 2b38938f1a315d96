import { expect, test } from 'vitest'
import { createExpander, type Definition, findSyntaxFault, referencedNames } from './references.policy.ts'

type Given = Record<string, string | Partial<Definition>>

function layer(given: Given): Map<string, Definition> {
  return new Map(
    Object.entries(given).map(([name, each]) => {
      const change = typeof each === 'string' ? { value: each } : each
      return [name, { value: '', isSecret: false, expand: true, ...change }]
    }),
  )
}

function expand(name: string, ...layers: Given[]) {
  const expander = createExpander(layers.map(layer))
  return { ...expander.expand(name, 0), faults: expander.faults }
}

test('replaces references, also inside of others, and keeps other dollar signs', () => {
  const values = { URL: 'pg://u:${PW}@${HOST}/x?a=$b$', HOST: '${NAME}.local', NAME: 'db', PW: 'a' }
  expect(expand('URL', values).value).toBe('pg://u:a@db.local/x?a=$b$')
  expect(expand('A', { A: '$${NAME} costs $$5', NAME: 'x' }).value).toBe('${NAME} costs $5')
})

test('inserts values as they are, without reading references in them', () => {
  const plain = { value: '${OTHER}$$&$1', expand: false }
  expect(expand('A', { A: '<${B}>', B: plain, OTHER: 'x' })).toMatchObject({ value: '<${OTHER}$$&$1>', faults: [] })
})

test('a value with a secret in it is a secret itself', () => {
  const values = { URL: 'x${MIDDLE}', MIDDLE: '${PW}', PLAIN: '${NAME}', NAME: 'a', PW: { value: 's', isSecret: true } }
  expect(expand('URL', values).isSecret).toBe(true)
  expect(expand('PLAIN', values).isSecret).toBe(false)
})

test('earlier layers take precedence, and a reference to its own name finds the value that it replaces', () => {
  expect(expand('A', { A: '${B}', B: 'own' }, { B: 'all' }).value).toBe('own')
  expect(expand('PW', { PW: '${PW}!' }, { PW: '${PW}?' }, { PW: 'db' })).toMatchObject({ value: 'db?!', faults: [] })
})

test.each([
  ['an unknown name', { A: '${B}' }, [{ key: 'A', reference: 'B', reason: 'unknown' }]],
  ['its own name without a value to replace', { A: '${A}' }, [{ key: 'A', reference: 'A', reason: 'unknown' }]],
  ['a cycle', { A: '${B}', B: '${C}', C: '${A}' }, [{ key: 'C', reference: 'A', reason: 'cycle' }]],
])('reports %s', (_what, values, faults) => expect(expand('A', values).faults).toEqual(faults))

test('limits depth and size', () => {
  const chain = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`V${at}`, at === length - 1 ? 'end' : `\${V${at + 1}}`]))
  expect(expand('V0', chain(9))).toMatchObject({ value: 'end', faults: [] })
  expect(expand('V0', chain(10)).faults).toEqual([{ key: 'V0', reference: null, reason: 'too_deep' }])
  expect(expand('V0', chain(1_000)).value).toBe('')
  const doubling = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`V${at}`, at === 7 ? 'x'.repeat(60_000) : `\${V${at + 1}}\${V${at + 1}}`]),
  )
  expect(expand('V0', doubling).faults).toContainEqual({ key: 'V6', reference: null, reason: 'too_long' })
})

test('limits all values of a service together', () => {
  const values = {
    BIG: 'x'.repeat(65_000),
    ...Object.fromEntries([...Array(900).keys()].map((at) => [`V${at}`, '${BIG}'])),
  }
  const layer = new Map(
    Object.entries(values).map(([key, value]) => [key, { value, isSecret: false, expand: key !== 'BIG' }]),
  )
  const expander = createExpander([layer])
  const bytes = Object.keys(values).reduce((sum, key) => sum + expander.expand(key, 0).value.length, 0)
  expect(bytes).toBeLessThan(1_200_000)
  expect(expander.faults).toHaveLength(900 - 16)
  expect(expander.faults.every(({ reason }) => reason === 'too_long')).toBe(true)
})

test('reads hostile text in linear time', () => {
  const open = '${'.repeat(32_768)
  expect(findSyntaxFault(open)).not.toBeNull()
  expect(expand('A', { A: open }).value).toBe(open)
  expect(findSyntaxFault('${A}'.repeat(16_384))).toMatch(/more than/)
  expect(findSyntaxFault(`\${${'A'.repeat(65_000)}`)).not.toBeNull()
  expect(findSyntaxFault('$'.repeat(65_536))).toBeNull()
})

test.each(['${A:-x}', '${}', '${1A}', '${A', '${A B}'])('rejects %s', (text) => {
  expect(findSyntaxFault(text)).not.toBeNull()
  expect(referencedNames(text)).toEqual([])
})
