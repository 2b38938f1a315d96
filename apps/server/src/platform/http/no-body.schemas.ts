/** Request body schema of operations without a body. Many clients send `{}` with every POST, so that is accepted too. */
import { z } from 'zod'

export const NoBody = z.union([z.undefined(), z.null(), z.strictObject({})], {
  error: 'must be missing or empty: this operation has no fields',
})
