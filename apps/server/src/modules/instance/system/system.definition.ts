/** Calls to the worker, which alone knows the mail server, the version feed and the disks. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'
import { Disk, MailSetup, TestEmail, Updates } from './system.schemas.ts'

export const readSystem = defineCall({
  name: 'instance.read-system',
  args: z.strictObject({}),
  result: z.object({ version: z.string(), updates: Updates, mail: MailSetup, disks: z.array(Disk) }),
})

/** Takes an account instead of an email address, so that the worker sends only to addresses that it knows. */
export const sendTestEmail = defineCall({
  name: 'instance.send-test-email',
  args: z.strictObject({ userId: idOf('usr') }),
  result: TestEmail,
})
