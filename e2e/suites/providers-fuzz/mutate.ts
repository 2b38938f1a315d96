/** Corrupts a provider's valid response: its structure, its bytes, its status, its headers, or its end. */
import type { Random } from '../../support/random.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Disconnects after this many bytes. */
  cutAt?: number
}

const texts = [
  '', ' ', '\u0000', '\u001b[2J\u001b]0;x\u0007', '\u202egnp.exe', '../../../../etc/passwd', '..', '.', '/', '//', '-x', '--upload-pack=touch /var/tmp/c',
  '$(touch /var/tmp/c)', '`id`', "'; drop table git_providers;--", '<img src=x onerror=alert(1)>', '{{7*7}}', '\n\ndata: {}\n\n', '\r\nset-cookie: a=b',
  'a/b/c/d', 'x'.repeat(70_000), '日本語', '\ud800', 'null', 'true', '-1', '1e999', '%2e%2e%2f', 'http://169.254.169.254/', 'file:///etc/passwd',
  '9999-99-99T99:99:99Z', '-271821-04-20T00:00:00Z', '275760-09-13T00:00:00.000Z', '__proto__', 'constructor',
] // biome-ignore format: a list
const values: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: { b: 1 } },
  ...texts,
]
const statuses = [
  200, 200, 200, 201, 202, 203, 204, 206, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410, 418, 422, 451, 499, 500,
  502, 503, 504, 599,
] // biome-ignore format: a list
const headers: [string, string][] = [
  ['link', '<x>; rel="next"'], ['link', '<'.repeat(6_000)], ['link', ';rel=next'.repeat(500)], ['x-next-page', '-1'], ['x-next-page', '999999'],
  ['x-next-page', '1e9'], ['x-oauth-scopes', 'x'.repeat(7_000)], ['x-oauth-scopes', ',,,;;\u00ff'], ['location', 'http://127.0.0.1:1/'],
  ['location', '//evil.example/'], ['location', 'javascript:alert(1)'], ['location', '/'], ['location', 'http://[::1'], ['retry-after', '-5'],
  ['retry-after', '9'.repeat(300)], ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT'], ['x-ratelimit-remaining', '0'], ['x-ratelimit-reset', 'NaN'],
  ['content-type', 'text/html'], ['content-encoding', 'gzip'], ['set-cookie', 'a=b'], ['etag', '"x"'], ['date', 'never'],
] // biome-ignore format: a list

export function mutate(answer: Answer, random: Random): Answer {
  const changed = { ...answer, headers: { ...answer.headers } }
  const roll = random.below(100)
  if (roll < 62) changed.body = mutateStructure(answer.body, random)
  else if (roll < 74) changed.body = mutateBytes(answer.body, random)
  else if (roll < 88) changed.status = random.pick(statuses)
  else if (roll < 97) changed.body = mutateStructure(answer.body, random)
  else changed.cutAt = random.below(answer.body.length + 1)
  if (random.below(5) === 0) {
    const [name, value] = random.pick(headers)
    changed.headers[name] = value
  }
  return changed
}

function mutateStructure(body: Buffer, random: Random): Buffer {
  const parsed = parse(body)
  if (parsed === undefined) return mutateBytes(body, random)
  let value: unknown = parsed
  for (let times = random.below(4); times >= 0; times -= 1) value = change(value, random, 0)
  return Buffer.from(JSON.stringify(value) ?? 'null')
}

/** Replaces a value at a random position. */
function change(value: unknown, random: Random, depth: number): unknown {
  const isLeaf = typeof value !== 'object' || value === null || depth > 8
  if (isLeaf || random.below(6) === 0) return replace(value, random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(values)]
    const at = random.below(value.length)
    return value.map((each, index) => (index === at ? change(each, random, depth + 1) : each))
  }
  const entries = Object.entries(value)
  const [key] = entries[random.below(Math.max(entries.length, 1))] ?? []
  if (key === undefined) return random.pick(values)
  if (random.below(8) === 0) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name === key ? change(each, random, depth + 1) : each]),
  )
}

function replace(value: unknown, random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      // Copies only a small part, because copies of copies would only measure writing speed.
      return sizeOf(value) > 500 ? [value, value] : Array.from({ length: 3_000 }, () => value)
    case 1: {
      let deep: unknown = value
      for (let level = 0; level < 500; level += 1) deep = random.below(2) === 0 ? [deep] : { x: deep }
      return deep
    }
    case 2:
      return { value, ['__proto__']: { private: false }, toString: 1, length: -1 }
    default:
      return random.pick(values)
  }
}

function mutateBytes(body: Buffer, random: Random): Buffer {
  switch (random.below(7)) {
    case 0:
      return body.subarray(0, random.below(body.length + 1))
    case 1:
      return Buffer.alloc(random.below(5_000), '[')
    case 2:
      return Buffer.from('<!doctype html><h1>It works</h1>')
    case 3:
      return Buffer.concat([body, body])
    case 4:
      return Buffer.alloc(3 << 20, 'a')
    case 5:
      return Buffer.from(`{"a":${'{"a":'.repeat(20_000)}`)
    default: {
      const bytes = Buffer.from(body)
      for (let times = 0; times < 20 && bytes.length > 0; times += 1)
        bytes[random.below(bytes.length)] = random.below(256)
      return bytes
    }
  }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
