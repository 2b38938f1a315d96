/** Parts of secrets that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { deriveKey } from '../../platform/secrets/derive.ts'
export { rotateSealedColumns } from '../../platform/secrets/rotation.ts'
export { createSealer, type Sealer } from '../../platform/secrets/seal.ts'
export { contextOf } from '../../platform/secrets/sealed-column.ts'
export type { SealContext } from '../../platform/secrets/sealed-format.ts'
export { Secret } from '../../platform/secrets/secret.ts'
export { hashToken, newToken } from '../../platform/secrets/token.ts'
export { createUnsealer, generateIdentity, type Unsealer } from '../../platform/secrets/unseal.ts'
