/** Calls to the worker, which alone reaches the folder that it shares with the script on the machine. */
import { z } from 'zod'
import { defineCall } from '../../../platform/link/call.ts'
import { InstanceUpgrade, UpgradeRun } from './upgrade.schemas.ts'

export const readUpgrade = defineCall({
  name: 'instance.read-upgrade',
  args: z.strictObject({}),
  result: InstanceUpgrade,
})

/** Takes neither a version nor an image: the script on the machine decides both. */
export const requestUpgrade = defineCall({
  name: 'instance.request-upgrade',
  args: z.strictObject({}),
  result: UpgradeRun,
})
