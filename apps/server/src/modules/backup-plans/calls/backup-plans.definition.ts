/** What the api asks of the worker about destinations and keys of backups. Secrets are sealed on the way. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, secretArgument } from '../../../platform/link/call.ts'
import { DestinationConfiguration } from '../destination-configuration.schemas.ts'
import { DestinationFault } from '../destination-fault.schemas.ts'

/** Writes, reads and deletes one object; fails with the reason when that does not work. */
export const tryDestination = defineCall({
  name: 'backup-plans.try-destination',
  args: z.strictObject({
    configuration: DestinationConfiguration,
    /** Of a bucket. */
    secret: secretArgument().nullable(),
    /** Whose secret is used when none is given. */
    secretOf: idOf('bds').nullable(),
  }),
  result: z.null(),
})

export const checkDestination = defineCall({
  name: 'backup-plans.check-destination',
  args: z.strictObject({ destinationId: idOf('bds') }),
  result: z.object({ problem: DestinationFault.nullable() }),
})

export const makeBackupKey = defineCall({
  name: 'backup-plans.make-key',
  args: z.strictObject({}),
  result: z.null(),
})

/** The organization's recovery kit, encrypted to the key of whoever asks. */
export const exportBackupKey = defineCall({
  name: 'backup-plans.export-key',
  args: z.strictObject({ recipient: z.string() }),
  result: z.object({ ciphertext: z.string() }),
})
