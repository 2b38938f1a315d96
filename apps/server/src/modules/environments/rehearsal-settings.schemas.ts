/** How release commands of an environment are rehearsed. The row stores only what people set; the rest has defaults. */
import { z } from 'zod'

const rehearsalModes = ['off', 'report', 'stop'] as const

const gibibyte = 1024 ** 3

const fields = {
  mode: z.enum(rehearsalModes).meta({
    description:
      '`off`: release commands run without a rehearsal. `report`: each runs on a copy first, and the deployment continues whatever happens there. `stop`: a finding stops the deployment before the release command touches the real data.',
    example: 'stop',
  }),
  maxBackupAgeHours: z.int().min(1).max(8_760).meta({
    description: 'Oldest backup to rehearse with, in hours. With an older one, the rehearsal is skipped.',
    example: 48,
  }),
  maxBytes: z
    .int()
    .min(1_048_576)
    .max(1024 * gibibyte)
    .meta({
      description:
        'Largest uncompressed backup to rehearse with, in bytes. With a larger one, the rehearsal is skipped.',
      example: 20 * gibibyte,
    }),
  maxSeconds: z.int().min(5).max(14_400).meta({
    description: 'Longest time for all release commands on the copy, in seconds. A longer run is a finding.',
    example: 900,
  }),
  maxLockSeconds: z.int().min(1).max(3_600).meta({
    description: 'Longest time in seconds that a release command can block reads or writes of an existing table.',
    example: 5,
  }),
  largeTableBytes: z
    .int()
    .min(1_048_576)
    .max(1024 * gibibyte)
    .meta({
      description: 'Size in bytes from which rewriting a table under a lock is a finding, however long it takes.',
      example: 256 * 1024 ** 2,
    }),
  maxDiskGrowthBytes: z
    .int()
    .min(1_048_576)
    .max(1024 * gibibyte)
    .meta({
      description: 'Most additional disk space that the release commands can need, in bytes.',
      example: 10 * gibibyte,
    }),
  allowDestructive: z.boolean().meta({
    description:
      'Whether release commands can drop tables and columns, delete most rows of a table, and break queries of the live version. With true, the report still lists all of this.',
    example: false,
  }),
}

export const RehearsalSettings = z
  .object(fields)
  .meta({ id: 'RehearsalSettings', description: 'How release commands are rehearsed on a copy of the databases.' })
export type RehearsalSettings = z.output<typeof RehearsalSettings>

export const RehearsalSettingsChange = z
  .strictObject({
    mode: fields.mode.optional(),
    maxBackupAgeHours: fields.maxBackupAgeHours.optional(),
    maxBytes: fields.maxBytes.optional(),
    maxSeconds: fields.maxSeconds.optional(),
    maxLockSeconds: fields.maxLockSeconds.optional(),
    largeTableBytes: fields.largeTableBytes.optional(),
    maxDiskGrowthBytes: fields.maxDiskGrowthBytes.optional(),
    allowDestructive: fields.allowDestructive.optional(),
  })
  .meta({ id: 'RehearsalSettingsChange', description: 'Settings to change. Fields that you leave out stay the same.' })
export type RehearsalSettingsChange = z.output<typeof RehearsalSettingsChange>

export const defaultRehearsal: RehearsalSettings = {
  mode: 'off',
  maxBackupAgeHours: 48,
  maxBytes: 20 * gibibyte,
  maxSeconds: 900,
  maxLockSeconds: 5,
  largeTableBytes: 256 * 1024 ** 2,
  maxDiskGrowthBytes: 10 * gibibyte,
  allowDestructive: false,
}

/** Reads the column of an environment. */
export function toRehearsalSettings(stored: unknown): RehearsalSettings {
  return RehearsalSettings.parse({ ...defaultRehearsal, ...RehearsalSettingsChange.parse(stored) })
}

/** Returns the column after a change. */
export function changeRehearsal(stored: unknown, change: RehearsalSettingsChange): RehearsalSettingsChange {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return RehearsalSettingsChange.parse({ ...RehearsalSettingsChange.parse(stored), ...Object.fromEntries(given) })
}
