import { createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { identityKeyOf } from './identity-key.ts'

const fromRaw = (hex: string) =>
  createPublicKey({ key: Buffer.from(`302a300506032b6570032100${hex}`, 'hex'), format: 'der', type: 'spki' })

it('encodes the raw key in base58, leading zeros as ones', () => {
  const key = fromRaw(`0000${'ff'.repeat(30)}`)
  expect(identityKeyOf(key)).toMatch(/^publickeyv1_11[1-9A-HJ-NP-Za-km-z]+$/)
  expect(identityKeyOf(fromRaw('00'.repeat(31).concat('01')))).toBe(`publickeyv1_${'1'.repeat(31)}2`)
})
