/** Schemas of upgrades: the file that the script on the machine writes, and what operators see of it. */
import { z } from 'zod'
import { Time } from '../../../platform/ids/type-id.schemas.ts'
import { Updates } from '../system/system.schemas.ts'

const version = z.string().max(50)

export const UpgradeStep = z
  .enum([
    ...(['checking', 'downloading', 'pulling', 'backing_up', 'starting', 'switching', 'watching'] as const),
    ...(['returning', 'done'] as const),
  ])
  .describe(
    '`checking`: reads the release feed. `downloading`: downloads and verifies the release. `pulling`: pulls its images. `backing_up`: backs up and migrates the database. `starting`: starts the new API next to the running one. `switching`: replaces the API and the worker. `watching`: checks their health. `returning`: starts the previous version again. `done`: has ended.',
  )

/** Content of status.json. */
export const UpgradeStatusFile = z.object({
  state: z.enum(['idle', 'running', 'succeeded', 'up_to_date', 'returned', 'failed']),
  step: UpgradeStep,
  fromVersion: version,
  toVersion: version,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  message: z.string().max(2_000),
})
export type UpgradeStatusFile = z.output<typeof UpgradeStatusFile>

export const UpgradeRun = z
  .object({
    canStart: z
      .boolean()
      .describe(
        'Whether you can start an upgrade here. False for instances without the host script: run the command for the machine instead.',
      ),
    state: z
      .enum(['idle', 'requested', 'running', 'succeeded', 'up_to_date', 'returned', 'failed'])
      .describe(
        '`idle`: nothing was upgraded yet. `requested`: the machine has not started it yet. `running`: see `step`. `succeeded`: the new version runs. `up_to_date`: there was no newer version. `returned`: the new version failed, and the previous one runs again. `failed`: nothing was changed, or the return failed; see `message`.',
      ),
    step: UpgradeStep.nullable().describe('Current step of a running upgrade. Null if none is running.'),
    fromVersion: version
      .nullable()
      .meta({ description: 'Version that ran before the upgrade. Null if it is not known.', example: '0.1.0' }),
    toVersion: version.nullable().meta({
      description: 'Version that the machine chose from the release feed. Null before it has chosen.',
      example: '0.2.0',
    }),
    startedAt: Time.nullable().describe('When the last upgrade started, or was requested. Null if there was none.'),
    finishedAt: Time.nullable().describe('When the last upgrade ended. Null while it runs, or if there was none.'),
    message: z.string().nullable().meta({
      description: 'Result of the last upgrade in words. Null if there is none.',
      example: 'Version 0.2.0 runs.',
    }),
  })
  .meta({ id: 'InstanceUpgradeRun', description: 'The last upgrade of the instance, as the machine reports it.' })
export type UpgradeRun = z.output<typeof UpgradeRun>

export const InstanceUpgrade = UpgradeRun.extend({
  updates: Updates,
  notes: z.string().nullable().meta({
    description: 'Changelog of the newest version in Markdown. Null if it is not known.',
    example: '## 0.2.0\n\n- Scheduled jobs can have a time zone.',
  }),
}).meta({ id: 'InstanceUpgrade', description: 'The last upgrade of the instance, and the version to upgrade to.' })
export type InstanceUpgrade = z.output<typeof InstanceUpgrade>
