/** Without a valid credential every operation that isn't public returns 401 before it reads the body. */
import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { newAddress } from '../../support/client.ts'
import { absentPathValues, makePathValues } from '../../support/fixtures.ts'
import { fillPath, type Operation } from '../../support/openapi.ts'
import { rawExchange } from '../../support/raw-exchange.ts'
import { ask, callerOf, check, codeOf, isPublic, type Stage } from './stage.ts'

export async function sweepUnauthenticated(stage: Stage): Promise<void> {
  const forged = await forgedTokens(stage.self.token)
  for (const operation of stage.api.operations.filter((each) => !isPublic(each))) {
    const existing = await makePathValues(operation, stage.home, callerOf(stage, operation))
    for (const path of [existing, absentPathValues(operation), malformed(existing)]) {
      const answer = await ask(stage, operation, { path, ...(operation.body === null ? {} : { rawBody: '{"broken' }) })
      expect401(stage, operation, answer, 'without a credential')
    }
    for (const [what, authorization] of Object.entries(forged)) {
      const headers = { authorization, 'longshore-organization': 'org_x' }
      expect401(stage, operation, await ask(stage, operation, { path: existing, headers }), `with ${what}`)
    }
    expect401(
      stage,
      operation,
      await askWithoutBody(stage, operation, fillPath(operation, existing)),
      'before the body',
    )
  }
}

function expect401(stage: Stage, operation: Operation, answer: { status: number; body: unknown }, when: string): void {
  const holds = answer.status === 401 && codeOf(answer) === 'unauthenticated'
  check(stage, holds, `${operation.id} answers ${answer.status} ${codeOf(answer)} ${when}`)
}

/** Announces a body and never sends it: a response shows that the api didn't wait for it. */
async function askWithoutBody(stage: Stage, operation: Operation, path: string) {
  const lines = [
    `${operation.method} ${path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${newAddress()}`,
    'content-type: application/json',
    'content-length: 900000',
  ]
  const silence = { status: 0, body: 'none' }
  return await rawExchange(stage.instance.url, `${lines.join('\r\n')}\r\n\r\n`, 3_000).catch(() => silence)
}

function malformed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, 'not-an-id']))
}

/** Invalid values of the Authorization header. */
async function forgedTokens(valid: string): Promise<Record<string, string>> {
  const [head = '', claims = '', signature = ''] = valid.split('.')
  const payload: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
  const { privateKey } = generateKeyPairSync('ed25519')
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  return {
    'an empty header': '',
    'the scheme alone': 'Bearer ',
    garbage: 'Bearer garbage',
    'another scheme': `Basic ${Buffer.from('a:b').toString('base64')}`,
    'a valid token under another scheme': `Token ${valid}`,
    'a changed signature': `Bearer ${head}.${claims}.${flipped}`,
    'no signature': `Bearer ${head}.${claims}.`,
    'the algorithm none': `Bearer ${new UnsecuredJWT(payload).encode()}`,
    'a key of its own': `Bearer ${await new SignJWT(payload).setProtectedHeader(header).sign(privateKey)}`,
    'an HMAC by nothing': `Bearer ${await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(Buffer.alloc(32))}`,
    'an unknown API token': `Bearer lgs_${'A'.repeat(43)}`,
    'a very long token': `Bearer ${'x'.repeat(6_000)}`,
  }
}
