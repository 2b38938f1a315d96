/** Calls from the API to the worker about uploaded files. */
import { z } from 'zod'
import { idOf } from '../../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../../platform/link/call.ts'
import { importFormats } from '../import-formats.policy.ts'

export const StoredUpload = z.object({ bytes: z.number(), sha256: z.string(), form: z.enum(importFormats) })
export type StoredUpload = z.output<typeof StoredUpload>

/** The bytes that follow are stored, encrypted, until the import is over. */
export const storeUpload = defineCall({
  name: 'imports.store-upload',
  args: z.strictObject({ uploadId: idOf('imp'), engine: z.enum(['postgres', 'mariadb']).nullable() }),
  result: StoredUpload,
  takesBody: true,
})

export const discardUpload = defineCall({
  name: 'imports.discard-upload',
  args: z.strictObject({ uploadId: idOf('imp') }),
  result: z.null(),
})
