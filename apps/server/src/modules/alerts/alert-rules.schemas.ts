/** Schemas of the alert rules and of the settings that an organization can change. */
import { z } from 'zod'

export const ruleNames = [
  'server_unreachable',
  'disk_full',
  'disk_filling',
  'memory_full',
  'restart_loop',
  'certificate_expiring',
  'certificate_ending',
  'backup_missing',
  'backup_failed',
] as const
export const RuleName = z
  .enum(ruleNames)
  .describe(
    'Rule that the alert comes from. `server_unreachable`: Longshore can’t connect to a server. `disk_full`: disk use is above the threshold. `disk_filling`: the disk will be full soon at its current growth. `memory_full`: memory use is above the threshold. `restart_loop`: a service keeps restarting. `certificate_expiring`: a certificate expires soon. `certificate_ending`: a certificate is about to expire. `backup_missing`: a service has no recent backup. `backup_failed`: the latest backup or its restore test failed.',
  )
export type RuleName = z.output<typeof RuleName>

const enabled = z
  .boolean()
  .describe('Set to false to turn the rule off. Its firing alerts are resolved, and no new ones start.')
const seconds = (description: string) => z.int().min(0).max(86_400).meta({ description, example: 60 })
const forSeconds = seconds(
  'Seconds that the condition must last before an alert fires. 0 fires at the first check that finds it.',
)
const clearSeconds = seconds(
  'Seconds that the condition must be gone, without interruption, before the alert is resolved.',
)
const percent = (description: string) => z.int().min(1).max(100).meta({ description, example: 90 })
const common = { enabled, forSeconds, clearSeconds }

const shapes = {
  server_unreachable: z
    .strictObject(common)
    .describe('Fires when Longshore can’t connect to a server, or when its SSH host key changed.'),
  disk_full: z
    .strictObject({
      ...common,
      percent: percent('Share of the disk in use that triggers an alert, in percent. It clears five points lower.'),
    })
    .describe('Fires when a server’s disk use reaches `percent`.'),
  disk_filling: z
    .strictObject({
      ...common,
      withinHours: z.int().min(1).max(720).meta({
        description: 'Alert if the disk will be full within this many hours at its current growth.',
        example: 24,
      }),
    })
    .describe('Fires when a server’s disk will be full within `withinHours`, based on the growth of the last hours.'),
  memory_full: z
    .strictObject({
      ...common,
      percent: percent('Share of the memory in use that triggers an alert, in percent. It clears five points lower.'),
    })
    .describe('Fires when a server’s memory use reaches `percent`.'),
  restart_loop: z
    .strictObject({
      ...common,
      restarts: z
        .int()
        .min(1)
        .max(100)
        .meta({ description: 'Number of restarts of one service that triggers an alert.', example: 3 }),
      withinMinutes: z
        .int()
        .min(1)
        .max(60)
        .meta({ description: 'Time window for counting restarts, in minutes.', example: 10 }),
    })
    .describe('Fires when a service restarts `restarts` times within `withinMinutes`.'),
  certificate_expiring: z
    .strictObject({
      ...common,
      days: z.int().min(1).max(365).meta({
        description:
          'Days before expiry at which the alert fires. Short-lived certificates use a sixth of their lifetime if that’s less.',
        example: 14,
      }),
    })
    .describe('Fires as a warning when a certificate in use has `days` left.'),
  certificate_ending: z
    .strictObject({
      ...common,
      days: z.int().min(1).max(365).meta({
        description:
          'Days before expiry at which the alert fires. Short-lived certificates use a thirtieth of their lifetime if that’s less.',
        example: 3,
      }),
    })
    .describe('Fires as critical when a certificate in use is about to expire.'),
  backup_missing: z
    .strictObject({
      ...common,
      hours: z
        .int()
        .min(1)
        .max(8_760)
        .meta({ description: 'Hours since the last successful backup after which the alert fires.', example: 48 }),
    })
    .describe('Fires when a service with a backup schedule has had no successful backup for `hours`.'),
  backup_failed: z
    .strictObject(common)
    .describe('Fires when the latest backup of a service failed, or its restore test did.'),
}

export const AlertRules = z.object(shapes).meta({
  id: 'AlertRules',
  description: 'All alert rules of the organization, with defaults where you changed nothing.',
})
export type AlertRules = z.output<typeof AlertRules>

/** Makes every field of a rule optional. */
function partOf<Shape extends z.core.$ZodLooseShape>(rule: z.ZodObject<Shape, z.core.$strict>) {
  return rule
    .partial()
    .optional()
    .describe(rule.description ?? '')
}

export const AlertRulesPatch = z
  .strictObject({
    server_unreachable: partOf(shapes.server_unreachable),
    disk_full: partOf(shapes.disk_full),
    disk_filling: partOf(shapes.disk_filling),
    memory_full: partOf(shapes.memory_full),
    restart_loop: partOf(shapes.restart_loop),
    certificate_expiring: partOf(shapes.certificate_expiring),
    certificate_ending: partOf(shapes.certificate_ending),
    backup_missing: partOf(shapes.backup_missing),
    backup_failed: partOf(shapes.backup_failed),
  })
  .meta({
    id: 'AlertRulesPatch',
    description: 'Alert rules to change. Rules and fields that you leave out keep their values.',
  })
export type AlertRulesPatch = z.output<typeof AlertRulesPatch>
