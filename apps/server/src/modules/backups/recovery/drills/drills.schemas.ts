/** Schemas of recovery drills and of the recovery settings of an environment. */
import { z } from 'zod'
import { idOf, Time } from '../../../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../../../platform/pagination/page.schemas.ts'

export const drillStatuses = ['queued', 'running', 'passed', 'failed', 'cancelled'] as const
export type DrillStatus = (typeof drillStatuses)[number]
export const drillTriggers = ['manual', 'schedule'] as const
export type DrillTrigger = (typeof drillTriggers)[number]
export const drillIntervals = ['day', 'week', 'month'] as const
export type DrillInterval = (typeof drillIntervals)[number]

export const DrillError = z
  .object({
    code: z.string().meta({ description: 'Stable code of the failure.', example: 'health_check_failed' }),
    title: z.string().meta({ description: 'Short headline for people.', example: 'The health check failed' }),
    detail: z.string().describe('What went wrong, in a sentence for people.'),
    hint: z.string().describe('What to do before the next drill.'),
    step: z.string().nullable().describe('Step that failed. Null if none had started.'),
  })
  .meta({ id: 'DrillError', description: 'Why a recovery drill failed.' })
export type DrillError = z.output<typeof DrillError>

export const Drill = z
  .object({
    id: idOf('drl'),
    environmentId: idOf('env'),
    serverId: idOf('srv').describe('Server where the environment was rebuilt, in an isolated network.'),
    status: z
      .enum(drillStatuses)
      .describe(
        '`queued`: it waits for its turn. `running`: the environment is being rebuilt or removed again. `passed`: everything was healthy. `failed`: see `error`. `cancelled`: it was stopped. Nothing of it stays on the server in any case.',
      ),
    trigger: z.enum(drillTriggers).describe('`manual`: someone started it. `schedule`: it was due.'),
    recoverySeconds: z
      .int()
      .nullable()
      .describe('Time from the start until every service was healthy. Null unless that happened.'),
    dataAgeSeconds: z.int().nullable().describe('Age of the oldest backup that was used, at the start.'),
    error: DrillError.nullable().describe('Why it failed. Null otherwise.'),
    createdBy: idOf('usr').nullable().describe('Person who started it. Null for scheduled drills.'),
    createdAt: Time.describe('When someone requested the drill, or when the schedule queued it.'),
    startedAt: Time.nullable().describe('When it began. Null while it is queued.'),
    finishedAt: Time.nullable().describe('When everything of it was removed again. Null until then.'),
  })
  .meta({ id: 'Drill', description: 'A rehearsal of a recovery from backups, in isolation.' })
export type Drill = z.output<typeof Drill>

export const DrillBody = z
  .strictObject({
    serverId: idOf('srv')
      .optional()
      .describe('Server to rebuild on. Defaults to the server in the settings, else the one of the live version.'),
  })
  .meta({ id: 'DrillRequest' })
export type DrillBody = z.output<typeof DrillBody>

const minutes = (max: number, description: string) => z.int().min(1).max(max).nullable().meta({ description })

export const RecoverySettings = z
  .object({
    drillEvery: z
      .enum(drillIntervals)
      .nullable()
      .describe(
        'How often a drill runs automatically. `day`: every 24 hours. `week`: every 7 days. `month`: every 30 days. Null: never.',
      ),
    drillServerId: idOf('srv')
      .nullable()
      .describe('Server where drills run. Null: the server of the live version, in an isolated network.'),
    maxRecoveryMinutes: minutes(
      10_080,
      'Longest acceptable recovery in minutes. Above it, a notice is sent. Null: any.',
    ),
    maxLossMinutes: minutes(
      525_600,
      'Longest acceptable loss of data in minutes. Above it, a notice is sent. Null: any.',
    ),
    nextDrillAt: Time.nullable().describe('When the next automatic drill starts. Null without one.'),
  })
  .meta({ id: 'RecoverySettings' })
export type RecoverySettings = z.output<typeof RecoverySettings>

export const RecoverySettingsBody = z
  .strictObject(RecoverySettings.omit({ nextDrillAt: true }).shape)
  .partial()
  .meta({ id: 'RecoverySettingsChange' })
export type RecoverySettingsBody = z.output<typeof RecoverySettingsBody>

export const DrillsQuery = PageQuery
