/** The rules by which something counts as wrong, and what an organisation may set of them. */
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
export const RuleName = z.enum(ruleNames)
export type RuleName = z.output<typeof RuleName>

const enabled = z.boolean().meta({ description: 'Off: nothing is told, and what was told ends.' })
const seconds = (description: string) => z.int().min(0).max(86_400).meta({ description, example: 60 })
const forSeconds = seconds('How long it must be wrong before it is told.')
const clearSeconds = seconds('How long it must be right again, without a break, before it counts as over.')
const percent = (description: string) => z.int().min(1).max(100).meta({ description, example: 90 })
const common = { enabled, forSeconds, clearSeconds }

const shapes = {
  server_unreachable: z.strictObject(common),
  disk_full: z.strictObject({ ...common, percent: percent('Of the disk in use.') }),
  disk_filling: z.strictObject({
    ...common,
    withinHours: z
      .int()
      .min(1)
      .max(720)
      .meta({ description: 'Full within this time if it goes on like this.', example: 24 }),
  }),
  memory_full: z.strictObject({ ...common, percent: percent('Of the memory in use.') }),
  restart_loop: z.strictObject({
    ...common,
    restarts: z.int().min(1).max(100).meta({ description: 'Of one service.', example: 3 }),
    withinMinutes: z.int().min(1).max(60).meta({ description: 'As many within this time.', example: 10 }),
  }),
  certificate_expiring: z.strictObject({
    ...common,
    days: z
      .int()
      .min(1)
      .max(365)
      .meta({ description: 'Left until it ends; at most a sixth of its lifetime.', example: 14 }),
  }),
  certificate_ending: z.strictObject({
    ...common,
    days: z
      .int()
      .min(1)
      .max(365)
      .meta({ description: 'Left until it ends; at most a thirtieth of its lifetime.', example: 3 }),
  }),
  backup_missing: z.strictObject({
    ...common,
    hours: z.int().min(1).max(8_760).meta({ description: 'Since the last one that succeeded.', example: 48 }),
  }),
  backup_failed: z.strictObject(common),
}

export const AlertRules = z.object(shapes).meta({ id: 'AlertRules' })
export type AlertRules = z.output<typeof AlertRules>

/** Only what is to change. */
export const AlertRulesPatch = z
  .strictObject({
    server_unreachable: shapes.server_unreachable.partial().optional(),
    disk_full: shapes.disk_full.partial().optional(),
    disk_filling: shapes.disk_filling.partial().optional(),
    memory_full: shapes.memory_full.partial().optional(),
    restart_loop: shapes.restart_loop.partial().optional(),
    certificate_expiring: shapes.certificate_expiring.partial().optional(),
    certificate_ending: shapes.certificate_ending.partial().optional(),
    backup_missing: shapes.backup_missing.partial().optional(),
    backup_failed: shapes.backup_failed.partial().optional(),
  })
  .meta({ id: 'AlertRulesPatch' })
export type AlertRulesPatch = z.output<typeof AlertRulesPatch>
