/** Asks the worker for the bytes of a backup. */
import { z } from 'zod'
import { idOf } from '../../../../platform/ids/type-id.schemas.ts'
import { defineStream } from '../../../../platform/link/call.ts'

export const downloadBackup = defineStream({
  name: 'backups.download',
  args: z.strictObject({
    backupId: idOf('bkp'),
    /** True for the decrypted dump. */
    isPlain: z.boolean(),
  }),
  head: z.object({ fileName: z.string(), sizeBytes: z.number() }),
})
