/** Calls from the API to the worker about storage locations and backup keys. Secrets are sealed in transit. */
import { z } from 'zod'
import { idOf } from '../../../../platform/ids/type-id.schemas.ts'
import { defineCall, secretArgument } from '../../../../platform/link/call.ts'
import { DestinationConfiguration } from '../destination-configuration.schemas.ts'
import { DestinationFault } from '../destination-fault.schemas.ts'

/** Writes, reads, and deletes one object. Fails with the reason when that doesn't work. */
export const tryDestination = defineCall({
  name: 'backup-plans.try-destination',
  args: z.strictObject({
    configuration: DestinationConfiguration,
    /** Secret of a bucket. */
    secret: secretArgument().nullable(),
    /** Storage location whose secret is used when none is given. */
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

/** Returns the organization's recovery kit, encrypted to the caller's key. */
export const exportBackupKey = defineCall({
  name: 'backup-plans.export-key',
  args: z.strictObject({ recipient: z.string() }),
  result: z.object({ ciphertext: z.string() }),
})
