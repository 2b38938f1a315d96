import { describe, expect, it } from 'vitest'
import { faultOf } from './check-text.ts'
import { collectBodies } from './collect-examples.ts'
import { type ApiSchema, type ApiText, collectTexts } from './collect-texts.ts'
import { formOf, Normalizer } from './normalize-example.ts'

function api(schemas: ApiText['components']['schemas']): ApiText {
  return { paths: {}, components: { schemas } }
}

function faults(schemas: ApiText['components']['schemas']): string[] {
  return collectTexts(api(schemas)).flatMap((text) => faultOf(text) ?? [])
}

describe('a property', () => {
  const described = (description?: string) =>
    faults({ Server: { properties: { createdAt: description === undefined ? {} : { description } } } })

  it('needs a description', () => expect(described()).toEqual(['has no description']))
  it('needs more than its name and that of its owner', () => {
    expect(described('When the server was created.')).toEqual([expect.stringContaining('only restates')])
    expect(described('The creation of this server.')).toEqual([expect.stringContaining('only restates')])
  })
  it('needs a sentence', () => {
    expect(described('moment of registration with Longshore.')).toEqual([expect.stringContaining('not a sentence')])
    expect(described('Moment of registration with Longshore')).toEqual([expect.stringContaining('not a sentence')])
  })
  it('passes with a sentence that adds something', () =>
    expect(described('When someone registered it with Longshore.')).toEqual([]))
})

it('uses the description of a reference, or of the alternative to null', () => {
  const Ref = { description: 'Explains a failed login to people.' }
  const properties: Record<string, ApiSchema> = {
    problem: { anyOf: [{ $ref: '#/components/schemas/Ref' }, {}] },
    other: { $ref: '#/x/Ref' },
  }
  expect(faults({ Ref, Server: { properties } })).toEqual([])
})

describe('an enum', () => {
  const values = (description: string) =>
    faults({ Server: { properties: { status: { description, enum: ['ready', 'lost'] } } } })

  it('needs every value in its description', () =>
    expect(values('Result of the last login. `ready`: it worked.')).toEqual(['does not explain `lost`']))
  it('passes when each is described', () =>
    expect(values('Result of the last login. `ready`: it worked. `lost`: it failed.')).toEqual([]))
})

it('finds operations, parameters, headers and events', () => {
  const document: ApiText = {
    paths: {
      '/servers': {
        get: {
          operationId: 'listServers',
          parameters: [{ name: 'limit', in: 'query', schema: {} }],
          responses: {
            200: {
              headers: { ETag: {} },
              content: { 'text/event-stream': { 'x-longshore-events': { step: { properties: { name: {} } } } } },
            },
          },
        },
      },
    },
    components: { schemas: {} },
  }
  expect(collectTexts(document).map(({ kind }) => kind)).toEqual(['operation', 'parameter', 'header', 'property'])
})

describe('an example', () => {
  it('contains no ids, times, secrets, and addresses of the run', () => {
    const id = 'srv_01jz4xq8f2e5vs2x6m0f3k9p7d'
    const example = new Normalizer().normalize({
      id,
      parentId: id,
      otherId: 'srv_01jz4xq8f2e5vs2x6m0f3k9p7e',
      createdAt: '2031-01-02T03:04:05.678Z',
      password: 'the real one',
      token: 'lsh_Ab12',
      email: 'owner-9f8e7d@example.org',
      url: 'http://127.0.0.1:40213/x',
      items: [1, 2, 3],
    })
    expect(example).toEqual({
      id: 'srv_01k9z4q7xkf0n8v4w2t6m3c5ra',
      parentId: 'srv_01k9z4q7xkf0n8v4w2t6m3c5ra',
      otherId: 'srv_01k9z4q7xkf0n8v4w2t6m3c5rb',
      createdAt: '2026-11-15T09:30:00.000Z',
      password: 'correct horse battery staple',
      token: 'lsh_xxxx',
      email: 'ada@example.com',
      url: 'https://git.example.com/x',
      items: [1],
    })
  })
  it('has the form of what was sent, whatever the values and the order of the fields', () => {
    expect(formOf({ a: 1, b: ['x'] })).toBe(formOf({ b: ['y', 'z'], a: 2 }))
    expect(formOf({ a: 1 })).not.toBe(formOf({ a: '1' }))
    expect(formOf({ a: 1 })).not.toBe(formOf({ a: 1, b: null }))
  })
})

it('knows which bodies have an example, their own or a shared one', () => {
  const missing = collectBodies({
    paths: {
      '/servers': {
        post: {
          operationId: 'createServer',
          requestBody: { content: { 'application/json': { example: null } } },
          responses: {
            201: { content: { 'application/json': {} } },
            404: { content: { 'application/problem+json': { examples: { a: { $ref: '#/components/examples/a' } } } } },
            200: { content: { 'application/octet-stream': {} } },
          },
        },
      },
    },
    components: { examples: { a: { value: {} } } },
  }).filter(({ example }) => example === undefined)
  expect(missing.map(({ where }) => where)).toEqual(['createServer 201'])
})
