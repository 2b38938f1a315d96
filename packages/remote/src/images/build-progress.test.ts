import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildFailure } from './build-failure.ts'
import { BuildProgress } from './build-progress.ts'

const line = (value: unknown) => `${JSON.stringify(value)}\n`
const vertex = (name: string, more: object = {}) =>
  line({ vertexes: [{ digest: `sha256:${name}`, name, started: '2026-01-01T00:00:00Z', ...more }] })
const log = (name: string, text: string) =>
  line({ logs: [{ vertex: `sha256:${name}`, stream: 1, data: Buffer.from(text).toString('base64') }] })

test('shows each instruction once and its output as it arrives, however the bytes are split', () => {
  const whole =
    vertex('[internal] load x') + vertex('[1/2] RUN a') + vertex('[1/2] RUN a') + log('[1/2] RUN a', 'hello\n')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (size) => {
      const progress = new BuildProgress()
      let shown = ''
      for (let at = 0; at < whole.length; at += size)
        shown += progress
          .push(whole.slice(at, at + size))
          .map(({ text }) => text)
          .join('')
      expect(shown).toBe('[1/2] RUN a\nhello\n')
    }),
  )
})

test('counts cached steps without base images', () => {
  const progress = new BuildProgress()
  progress.push(vertex('[1/3] FROM x') + vertex('[a 2/3] RUN a', { cached: true }) + vertex('[3/3] COPY b c'))
  expect(progress.steps).toEqual({ cached: 1, all: 2 })
})

test.each([
  ['process "/bin/sh -c exit 7" did not complete successfully: exit code: 7', 'build_failed', 7],
  ['process "/bin/sh -c x" did not complete successfully: exit code: 137', 'build_out_of_memory', 137],
  ['write /x: no space left on device', 'disk_full', undefined],
])('%s is %s', (error, code, exitCode) => {
  const progress = new BuildProgress()
  progress.push(vertex('[2/2] RUN x', { error }) + log('[2/2] RUN x', 'last words\n'))
  expect(buildFailure(progress)).toMatchObject({ code, exitCode, step: '[2/2] RUN x', logTail: 'last words\n' })
})

test.each([
  ['nothere.invalid/x:1: dial tcp: lookup nothere.invalid: no such host', 'registry_unreachable'],
  ['docker.io/x/y:1: pull access denied, repository does not exist or may require authorization', 'registry_refused'],
  ['docker.io/library/x:1: not found', 'image_not_found'],
])('a base image: %s is %s', (error, code) => {
  const progress = new BuildProgress()
  progress.push(vertex('[internal] load metadata for x', { error }))
  expect(buildFailure(progress).code).toBe(code)
})

test("uses the program's own error when no step failed", () => {
  const progress = new BuildProgress()
  progress.push('ERROR: failed to build: failed to solve: dockerfile parse error on line 1: unknown instruction: FRM\n')
  expect(buildFailure(progress)).toMatchObject({
    code: 'build_failed',
    message: 'dockerfile parse error on line 1: unknown instruction: FRM',
  })
})

test('ignores lines that are not progress', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const progress = new BuildProgress()
      progress.push(`{${text}\n`)
      buildFailure(progress)
    }),
  )
})
