/** Calls from the API to the worker about the compose file of an environment. */
import { composeProfileSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, defineStream, secretArgument } from '../../../platform/link/call.ts'

/** Reads the saved file and the edited text. Two reports follow as bytes, because they may be large. */
export const compareCompose = defineStream({
  name: 'projects.compare-compose',
  args: z.strictObject({ environmentId: idOf('env'), compose: secretArgument() }),
  head: z.object({
    /** ID of the file that the text was compared with. Null if it belongs to the project. */
    composeFileId: z.string().nullable(),
  }),
})

/** Reads text that belongs to no project yet. One report follows as bytes. */
export const readCompose = defineStream({
  name: 'projects.read-compose',
  args: z.strictObject({ compose: secretArgument(), composeProfiles: z.array(composeProfileSchema).max(50) }),
  head: z.object({}),
})

/** Returns the saved file, encrypted to the person's key. */
export const revealCompose = defineCall({
  name: 'projects.reveal-compose',
  args: z.strictObject({ environmentId: idOf('env'), recipient: z.string() }),
  result: z.object({ ciphertext: z.string() }),
})
