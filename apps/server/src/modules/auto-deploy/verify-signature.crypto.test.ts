import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../platform/secrets/secret.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'
import { isSigned } from './verify-signature.crypto.ts'
import { deriveHookSecret } from './webhook-secret.crypto.ts'

const secret = deriveHookSecret(new Secret(Buffer.alloc(32, 7)), 'environment', 1)
const body = Buffer.from('{"ref":"refs/heads/main"}')
const nowMs = 1_800_000_000_000

const hmac = (key: string | Buffer, data: string | Buffer = body) =>
  createHmac('sha256', key).update(data).digest('hex')
const right = hmac(secret.reveal())
const holds = (kind: ProviderKind, headers: Record<string, string | string[]>, given = body) =>
  isSigned({ kind, headers, body: given }, secret, nowMs)

function standard(time: number, key = Buffer.from(secret.reveal(), 'base64'), id = 'msg_1') {
  const signature = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` }
}

describe('a valid delivery', () => {
  it.each<[ProviderKind, Record<string, string>]>([
    ['github', { 'x-hub-signature-256': `sha256=${right}` }],
    ['gitea', { 'x-gitea-signature': right }],
    ['gitea', { 'x-hub-signature-256': `sha256=${right}` }],
    ['gitea', { 'x-forgejo-signature': right, 'x-gitea-signature': right }],
    ['bitbucket', { 'x-hub-signature': `sha256=${right}` }],
    ['gitlab', { 'x-gitlab-token': secret.reveal() }],
    ['gitlab', standard(nowMs / 1_000)],
    ['gitlab', { ...standard(nowMs / 1_000), 'x-gitlab-token': secret.reveal() }],
  ])('%s: %j', (kind, headers) => {
    expect(holds(kind, headers)).toBe(true)
  })
})

describe('an invalid delivery', () => {
  const sha1 = createHmac('sha1', secret.reveal()).update(body).digest('hex')
  it.each<[string, ProviderKind, Record<string, string | string[]>]>([
    ['no signature', 'github', {}],
    ['an empty one', 'github', { 'x-hub-signature-256': '' }],
    ['without its prefix', 'github', { 'x-hub-signature-256': right }],
    ['of another hash', 'github', { 'x-hub-signature': `sha1=${sha1}` }],
    ['of another hash under the name', 'github', { 'x-hub-signature-256': `sha1=${sha1}` }],
    ['too short', 'github', { 'x-hub-signature-256': `sha256=${right.slice(0, 62)}` }],
    ['too long', 'github', { 'x-hub-signature-256': `sha256=${right}00` }],
    ['in capitals', 'github', { 'x-hub-signature-256': `sha256=${right.toUpperCase()}` }],
    ['twice', 'github', { 'x-hub-signature-256': [`sha256=${right}`, `sha256=${right}`] }],
    ['joined', 'github', { 'x-hub-signature-256': `sha256=${right}, sha256=${right}` }],
    ['with an empty key', 'github', { 'x-hub-signature-256': `sha256=${hmac('')}` }],
    ['of an empty body', 'github', { 'x-hub-signature-256': `sha256=${hmac(secret.reveal(), '')}` }],
    ['the proof of another kind', 'github', { 'x-gitlab-token': secret.reveal() }],
    [
      'a right one beside a wrong one',
      'gitea',
      { 'x-gitea-signature': right, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    ],
    ['the signature as a token', 'gitlab', { 'x-gitlab-token': right }],
    ['a part of the token', 'gitlab', { 'x-gitlab-token': secret.reveal().slice(0, 63) }],
    ['the token with more', 'gitlab', { 'x-gitlab-token': `${secret.reveal()} ` }],
    ['an old message', 'gitlab', standard(nowMs / 1_000 - 301)],
    ['a message from tomorrow', 'gitlab', standard(nowMs / 1_000 + 301)],
    ['another version', 'gitlab', { ...standard(nowMs / 1_000), 'webhook-signature': 'v1a,AAAA' }],
    [
      'a right token beside a wrong signature',
      'gitlab',
      { ...standard(nowMs / 1_000, Buffer.alloc(32)), 'x-gitlab-token': secret.reveal() },
    ],
  ])('%s', (_, kind, headers) => {
    expect(holds(kind, headers)).toBe(false)
  })

  it('a signature of other bytes', () => {
    expect(
      holds('github', { 'x-hub-signature-256': `sha256=${right}` }, Buffer.concat([body, Buffer.from('\n')])),
    ).toBe(false)
  })
})

it('the secret differs for each environment and generation', () => {
  const master = new Secret(Buffer.alloc(32, 7))
  const secrets = [deriveHookSecret(master, 'a', 1), deriveHookSecret(master, 'a', 2), deriveHookSecret(master, 'b', 1)]
  expect(new Set(secrets.map((each) => each.reveal())).size).toBe(3)
})
