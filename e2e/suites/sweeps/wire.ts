/** Requests that two parsers could read differently are refused, and broken bytes never do more than close a connection. */

import { newAddress } from '../../support/client.ts'
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { Random } from '../../support/random.ts'
import { type RawReceived, rawExchange } from '../../support/raw-exchange.ts'
import { check, codeOf, type Stage } from './stage.ts'

const broken = isQuick ? 200 : 2_000
const seed = 11
const quietMs = 1_000

/** Head and body after a request line and a Host header. */
const ambiguous: Record<string, string> = {
  'a length and chunks': 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'chunks and a length': 'transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n',
  'two lengths': 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'a list of lengths': 'content-length: 2, 3\r\n\r\n{}',
  'a length with a sign': 'content-length: +2\r\n\r\n{}',
  'a length in hex': 'content-length: 0x2\r\n\r\n{}',
  'a negative length': 'content-length: -1\r\n\r\n{}',
  'chunks that are not last': 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'an unknown coding': 'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
  'a space before the colon': 'transfer-encoding : chunked\r\n\r\n0\r\n\r\n',
  'a folded header': 'x-a: b\r\n c\r\ncontent-length: 0\r\n\r\n',
  'NUL in a header': 'x-a: b\0c\r\ncontent-length: 0\r\n\r\n',
  'a bare CR': 'x-a: b\rc: d\r\ncontent-length: 0\r\n\r\n',
  'a header without a name': ': b\r\ncontent-length: 0\r\n\r\n',
  'a chunk size that is none': 'transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'a second host': 'host: other\r\ncontent-length: 0\r\n\r\n',
  'a second credential': 'authorization: Bearer x\r\nauthorization: Bearer y\r\ncontent-length: 0\r\n\r\n',
}

export async function sweepWire(stage: Stage): Promise<void> {
  const { url } = stage.instance
  for (const [what, rest] of Object.entries(ambiguous)) {
    const line = 'POST /api/v1/auth/logout HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json'
    const answer = await rawExchange(url, `${line}\r\n${rest}`, quietMs).catch(() => null)
    check(
      stage,
      answer !== null && [400, 401, 431].includes(answer.status),
      `${what}: ${answer?.status ?? 'no answer'}`,
    )
    check(stage, answer !== null && codeOf(answer) !== '', `${what} answers no problem: ${answer?.head}`)
  }
  for (const text of [
    'GET /api/v1/auth/me\r\n\r\n',
    'GET /api/v1/auth/me HTTP/1.1\r\n\r\n',
    'GET /api/v1/auth/me HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\r\n\r\n\r\n',
    '\0\0\0\0',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  ]) {
    // biome-ignore format: a list
    const answer = await rawExchange(url, text, quietMs).catch(() => null)
    const name = JSON.stringify(text.slice(0, 40))
    check(stage, answer === null || answer.status >= 400 || answer.status === 0, `${name} answers ${answer?.status}`)
    check(
      stage,
      answer === null || answer.status === 0 || codeOf(answer) !== '',
      `${name} answers no problem: ${answer?.head}`,
    )
  }
  const random = new Random(seed)
  const requests = Array.from({ length: broken }, () => breakBytes(stage, random))
  await inParallel(requests, 16, async (bytes) => {
    const answer = await rawExchange(url, bytes, quietMs).catch(() => null)
    if (answer !== null) checkBroken(stage, bytes, answer)
  })
  const alive = await rawExchange(url, 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  check(stage, alive.status === 200, `after broken bytes the api answers ${alive.status}`)
}

function checkBroken(stage: Stage, bytes: Buffer, answer: RawReceived): void {
  const name = JSON.stringify(bytes.toString('latin1').slice(0, 200))
  check(stage, answer.status < 500, `${name} answers ${answer.status}`)
  check(stage, answer.status < 400 || bytes.includes('HEAD ') || codeOf(answer) !== '', `${name} answers no problem`)
}

/** A good request with some of its bytes changed. */
function breakBytes(stage: Stage, random: Random): Buffer {
  const operation = random.pick(stage.api.operations.filter(({ method }) => method === 'GET' || method === 'POST'))
  const body = '{"name":"x"}'
  const lines = [
    `${operation.method} ${operation.path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${newAddress()}`,
    `authorization: Bearer ${stage.home.people.viewer.token}`,
    ...(operation.method === 'GET' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
    'connection: close',
  ]
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${operation.method === 'GET' ? '' : body}`)
  for (let times = 1 + random.below(4); times > 0; times -= 1)
    bytes[random.below(bytes.length)] = random.pick([0, 9, 10, 13, 32, 37, 58, 127, 128, 255, random.below(256)])
  return bytes
}
