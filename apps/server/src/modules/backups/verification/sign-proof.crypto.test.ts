import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ProofStatement } from './proof.schemas.ts'
import { readProof, signProof } from './sign-proof.crypto.ts'

const pair = generateKeyPairSync('ed25519')
const publicOf = (key: typeof pair) => key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const statement: ProofStatement = {
  form: 1,
  backupId: 'bkp_1',
  outcome: 'passed',
  sha256: 'a'.repeat(64),
  engineImage: 'postgres:17',
  tables: 2,
  rows: 10,
  objects: 5,
  entries: null,
  differences: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:01:00.000Z',
}
const proof = signProof(statement, { proofKey: pair.privateKey, restoreTestPublicKey: publicOf(pair) })

it('a signed statement can be read with the public key', () => {
  expect(readProof(proof, publicOf(pair))).toEqual(statement)
})

it('rejects a changed field, a changed statement and another key', () => {
  expect(readProof({ ...proof, outcome: 'failed' }, publicOf(pair))).toBeUndefined()
  expect(readProof({ ...proof, statement: proof.statement.replace('10', '11') }, publicOf(pair))).toBeUndefined()
  expect(readProof(proof, publicOf(generateKeyPairSync('ed25519')))).toBeUndefined()
})
