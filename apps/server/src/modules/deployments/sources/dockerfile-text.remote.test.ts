import { expect, test } from 'vitest'
import { contentHash } from './content-hash.remote.ts'
import { baseImages, namedKeys, withoutSyntax, withRuntimeVersion, withVariables } from './dockerfile-text.remote.ts'

test.each([
  ['# syntax=docker/dockerfile:1\nFROM a\n', '#\nFROM a\n'],
  ['# syntax = docker.io/docker/dockerfile:1.7\r\nFROM a\n', '#\nFROM a\n'],
  ['# escape=`\n# syntax=docker/dockerfile:1\nFROM a\n', '# escape=`\n#\nFROM a\n'],
  ['# syntax=docker/dockerfile:1-labs\nFROM a\n', '# syntax=docker/dockerfile:1-labs\nFROM a\n'],
  ['FROM a\n# syntax=evil/x\n', 'FROM a\n# syntax=evil/x\n'],
  ['# syntax=docker/dockerfile:1\n# escape=`\nFROM a\n', '# escape=`\n#\nFROM a\n'],
  ['# A shop.\nFROM a\n', '# A shop.\nFROM a\n'],
  ['#!x\n# syntax=evil/f\nFROM a\n', '#\n#!x\n# syntax=evil/f\nFROM a\n'],
  ['{"syntax":"evil/f"}\nFROM a\n', '#\n{"syntax":"evil/f"}\nFROM a\n'],
  [' {"syntax":"evil/f"}\nFROM a\n', '#\n {"syntax":"evil/f"}\nFROM a\n'],
])('%j becomes %j', (text, expected) => expect(withoutSyntax(text)).toBe(expected))

test.each([
  '# syntax=evil.example/x:1\nFROM a',
  '#syntax=docker/dockerfile.evil/x\nFROM a',
  '# SYNTAX=x\nFROM a',
  '// syntax=evil/f\nFROM a',
  '// syntax=docker/dockerfile:1\nFROM a',
  '# syntax=evil/f x\nFROM a',
  `#${' '.repeat(21)}syntax=evil/f\nFROM a`,
  '# escape=`\n# syntax=evil/f x\nFROM a',
])('%j is rejected', (text) =>
  expect(() => withoutSyntax(text)).toThrow(expect.objectContaining({ code: 'policy_refused' })),
)

test('a build gets the keys that its Dockerfile names', () => {
  const text = 'FROM a\nARG A=1 B\n  arg C\nRUN --mount=type=secret,id=D --mount=id=E,type=secret echo $F\n# ARG G\n'
  expect(namedKeys(text, ['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toEqual({
    arguments: ['A', 'B', 'C'],
    secrets: ['D', 'E'],
  })
})

test('a generated Dockerfile gets all keys, in every stage and for every command', () => {
  const text = 'FROM a AS x\nRUN --mount=type=cache,target=/c,sharing=locked \\\n    npm ci\n\nFROM x AS y\nRUN b\n'
  expect(withVariables(text, { plain: ['P'], secret: ['S'] })).toBe(
    'FROM a AS x\nARG P\nRUN --mount=type=cache,target=/c,sharing=locked \\\n    --mount=type=secret,id=S \\\n    export S="$(cat /run/secrets/S)" && npm ci\n\nFROM x AS y\nARG P\nRUN --mount=type=secret,id=S \\\n    export S="$(cat /run/secrets/S)" && b\n',
  )
})

test('the hash changes with everything that changes an image, and with nothing else', () => {
  const entry = { path: 'a', kind: 'file', id: '1'.repeat(40), isExecutable: false } as const
  const whole = {
    entries: [entry],
    dockerfile: 'FROM a',
    ignore: null,
    target: null,
    variables: [{ key: 'A', id: '1' }],
  }
  const changed = [
    { ...whole, entries: [{ ...entry, id: '2'.repeat(40) }] },
    { ...whole, entries: [{ ...entry, path: 'b' }] },
    { ...whole, entries: [{ ...entry, isExecutable: true }] },
    { ...whole, dockerfile: 'FROM b' },
    { ...whole, ignore: '' },
    { ...whole, target: 'x' },
    { ...whole, variables: [{ key: 'A', id: '2' }] },
  ]
  const numbers = new Set([whole, ...changed].map(contentHash))
  expect(numbers.size).toBe(changed.length + 1)
  const two = [
    { key: 'A', id: '1' },
    { key: 'B', id: '2' },
  ]
  expect(contentHash({ ...whole, variables: two })).toBe(contentHash({ ...whole, variables: two.toReversed() }))
})

test('base images are those from outside the Dockerfile', () => {
  const text = `ARG V=1
FROM --platform=$BUILDPLATFORM ghcr.io/a/b:1 AS build
from build as second
FROM scratch
FROM node:$V
COPY --chown=1:1 --from=registry.example/c:2 /x /y
COPY --from=build /x /y
COPY --from=0 /x /y
`
  expect(baseImages(text)).toEqual(['ghcr.io/a/b:1', 'registry.example/c:2'])
})

test('the chosen version replaces the one in the tag, only for runtimes', () => {
  const text = 'FROM node:24-slim AS build\nRUN echo node:24\nFROM caddy:2-alpine AS run\nCOPY --from=build /app /app\n'
  expect(withRuntimeVersion(text, '20')).toBe(text.replace('FROM node:24-slim', 'FROM node:20-slim'))
  expect(withRuntimeVersion('FROM python:3.13.1-slim AS run\n', '3.11')).toBe('FROM python:3.11-slim AS run\n')
})
