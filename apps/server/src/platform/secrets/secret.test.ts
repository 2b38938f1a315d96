import { inspect } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const value = 'hunter2-hunter2-hunter2'

test('a secret is visible only through reveal()', () => {
  const secret = new Secret(value)
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  log.info({ secret, deep: { list: [secret] } }, 'holds %s and %o', secret, secret)
  log.error({ err: new Error(`failed with ${secret}`) })
  const shown = [
    String(secret),
    `${secret}`,
    // biome-ignore lint/style/useTemplate: concatenation is what is tested
    'a' + secret,
    JSON.stringify({ secret, list: [secret] }),
    inspect(secret, { showHidden: true, depth: 9 }),
    inspect({ secret, map: new Map([[secret, secret]]) }),
    JSON.stringify({ ...secret }),
    JSON.stringify(structuredClone({ ...secret })),
    Object.getOwnPropertyNames(secret).join(),
    ...lines,
  ]
  expect(shown.join('\n')).not.toContain(value)
  expect(lines.join()).toContain('[secret]')
  expect(secret.reveal()).toBe(value)
})

test('equals compares values, not objects', () => {
  expect(new Secret(value).equals(new Secret(value))).toBe(true)
  expect(new Secret(value).equals(value)).toBe(true)
  expect(new Secret(value).equals(`${value}x`)).toBe(false)
  expect(new Secret('').equals('x')).toBe(false)
})

test('binary bytes survive, and changing a copy changes nothing', () => {
  const bytes = new Uint8Array([0, 255, 128, 10])
  const secret = new Secret(bytes)
  bytes[0] = 7
  secret.revealBytes()[1] = 7
  expect([...secret.revealBytes()]).toEqual([0, 255, 128, 10])
})
