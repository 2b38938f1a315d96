/** Asks the worker to check the instance: only it has the connections and the settings for that. */
import { z } from 'zod'
import { defineCall } from '../../../platform/link/call.ts'
import { HealthReport } from './health.schemas.ts'

export const checkHealth = defineCall({
  name: 'instance.check-health',
  args: z.strictObject({}),
  result: HealthReport,
})
