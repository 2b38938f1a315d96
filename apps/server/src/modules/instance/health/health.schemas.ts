/** Schemas of the instance's health report. */
import { z } from 'zod'
import { Time } from '../../../platform/ids/type-id.schemas.ts'

const HealthCheck = z
  .object({
    code: z.string().meta({
      description: 'Stable name of the check, the same as in the reports of the doctor command.',
      example: 'database-reach',
    }),
    group: z.string().meta({ description: 'Title of the group that the check belongs to.', example: 'Database' }),
    title: z.string().meta({ description: 'Name of the check for people.', example: 'Database connection' }),
    status: z
      .enum(['passed', 'warning', 'failed', 'skipped', 'host_only'])
      .describe(
        '`passed`: nothing to do. `warning`: works, but needs attention. `failed`: something does not work or is not safe. `skipped`: it does not apply here, or a check that must pass first did not. `host_only`: only the doctor command on the machine can check it.',
      ),
    finding: z.string().meta({ description: 'Result of the check in a sentence for people.', example: 'Responds' }),
    remedy: z
      .string()
      .nullable()
      .describe('Steps that resolve the problem, in a sentence for people. Null if there is nothing to do.'),
    command: z.string().nullable().meta({
      description:
        'Command that belongs to `remedy`, to run in the folder of the instance on its machine. Null if none.',
      example: 'docker compose restart worker',
    }),
  })
  .meta({ id: 'InstanceHealthCheck', description: 'One check of the instance and its result.' })
export type HealthCheck = z.output<typeof HealthCheck>

export const HealthReport = z
  .object({
    status: z
      .enum(['passed', 'warning', 'failed'])
      .describe(
        'Worst result of all checks. `passed`: all of them passed. `warning`: at least one needs attention. `failed`: at least one failed. Skipped checks do not count.',
      ),
    checkedAt: Time.describe('Time of the last check. The report is as old as this.'),
    checks: z.array(HealthCheck).describe('All checks in the order of their groups, prerequisites first.'),
  })
  .meta({ id: 'InstanceHealth', description: 'Health of the instance, as its worker sees it.' })
export type HealthReport = z.output<typeof HealthReport>
