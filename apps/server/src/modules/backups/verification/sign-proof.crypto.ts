/**
 * Signs a proof with the organization's proof key, so that third parties can verify it without trusting this instance;
 * pure.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { RestoreTest } from '../archives/backups.schemas.ts'
import { ProofStatement } from './proof.schemas.ts'

export function signProof(
  statement: ProofStatement,
  key: { proofKey: KeyObject; restoreTestPublicKey: string },
): RestoreTest {
  const text = JSON.stringify(statement)
  const { outcome, finishedAt: at, differences } = statement
  const signature = sign(null, Buffer.from(text), key.proofKey).toString('base64')
  return { outcome, at, differences, statement: text, signature, publicKey: key.restoreTestPublicKey }
}

/** Returns the statement if this key signed it and the unsigned fields match. */
export function readProof(proof: RestoreTest, publicKey: string): ProofStatement | undefined {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(proof.statement), key, Buffer.from(proof.signature, 'base64'))) return undefined
  const statement = ProofStatement.parse(JSON.parse(proof.statement))
  return statement.outcome === proof.outcome && statement.finishedAt === proof.at ? statement : undefined
}
