import { expect, test } from 'vitest'
import { toRequest } from './request.ts'

const get = { method: 'GET', path: '/projects/{id}' } as const

test('escapes path parameters, puts the others in the query, and omits undefined ones', () => {
  const { path } = toRequest(get, { id: 'a/b?', q: 'x y', limit: 5, isOpen: false, none: undefined }, {})
  expect(path).toBe('/api/v1/projects/a%2Fb%3F?q=x+y&limit=5&isOpen=false')
})

test('a parameter cannot change the rest of the path', () => {
  expect(toRequest(get, { id: '..' }, {}).path).toBe('/api/v1/projects/%2E%2E')
  expect(toRequest(get, { id: '../../health' }, {}).path).toBe('/api/v1/projects/..%2F..%2Fhealth')
  for (const id of ['', undefined, null]) expect(() => toRequest(get, { id }, {})).toThrow('id is missing')
})

test('encodes JSON bodies and sends files unchanged', () => {
  const post = { method: 'POST', path: '/x' } as const
  expect(toRequest(post, { body: { a: 1 } }, {})).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    canRepeat: true,
  })
  const bytes = new Uint8Array([1])
  const raw = toRequest(post, { body: bytes }, { contentType: 'application/sql' })
  expect(raw).toMatchObject({ headers: { 'content-type': 'application/sql' }, canRepeat: true })
  expect(raw.body).toBe(bytes)
  expect(toRequest(post, { body: new FormData() }, {}).headers).toEqual({})
  expect(toRequest(post, { body: new ReadableStream() }, {}).canRepeat).toBe(false)
  expect(toRequest(post, {}, {}).headers).toEqual({})
})

test('sends the version as an entity tag and the organization as a header', () => {
  expect(toRequest(get, { id: 'a' }, { ifMatch: 3, organization: 'org_1' }).headers).toEqual({
    'if-match': '"3"',
    'longshore-organization': 'org_1',
  })
})
