/** Schemas of hardening runs. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const hardeningStatuses = [
  'planning',
  'planned',
  'preflight',
  'snapshotting',
  'armed',
  'applying',
  'verifying',
  'confirmed',
  'rolled_back',
  'failed',
] as const
export type HardeningStatus = (typeof hardeningStatuses)[number]

export const hardeningKinds = ['plan', 'harden', 'revert'] as const
export type HardeningKind = (typeof hardeningKinds)[number]

const CheckId = z
  .string()
  .max(80)
  .regex(/^[a-z0-9_]+\.[a-z0-9_]+$/)
  .meta({
    description: 'ID of a security check, as `GET /servers/{id}/security` returns it.',
    example: 'ssh.password_authentication',
  })

export const HardeningOptions = z
  .strictObject({
    include: z.array(CheckId).max(50).optional().meta({
      description: 'IDs of optional checks to fix in addition to the safe ones, such as `ssh.no_root_login`.',
    }),
    allowPorts: z
      .array(z.int().min(1).max(65_535))
      .max(50)
      .optional()
      .meta({
        description: 'TCP ports that the firewall keeps open in addition to SSH, 80, and 443.',
        example: [5432],
      }),
    force: z.boolean().optional().meta({
      description:
        'Turns off password sign-in even if an account has no other way in, and undoes changes even if someone edited the files since.',
    }),
  })
  .meta({ id: 'HardeningOptions', description: 'Choices that go beyond the safe defaults.' })
export type HardeningOptions = z.output<typeof HardeningOptions>

const ConfirmTimeout = z.int().min(20).max(900).default(180).meta({
  description:
    'Seconds after which the server restores its old settings automatically, unless the run was confirmed before. From 20 to 900.',
})

export const HardenBody = z
  .strictObject({
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Only creates the plan, with a diff for every file. Nothing on the server changes.' }),
    checks: z
      .array(CheckId)
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'IDs of the only checks to fix. Defaults to all safe ones.' }),
    confirmTimeoutSeconds: ConfirmTimeout,
    options: HardeningOptions.optional(),
  })
  .meta({ id: 'HardenServerRequest' })
export type HardenBody = z.output<typeof HardenBody>

export const RevertBody = z
  .strictObject({
    confirmTimeoutSeconds: ConfirmTimeout,
    options: HardeningOptions.pick({ force: true }).optional().describe('Choices that go beyond the safe defaults.'),
  })
  .meta({ id: 'RevertHardeningRequest' })
export type RevertBody = z.output<typeof RevertBody>

export const HardeningChange = z
  .object({
    check: z.string().describe('ID of the security check that this change fixes first.'),
    checks: z.array(z.string()).describe('IDs of all security checks that this change fixes.'),
    file: z.string().meta({
      description:
        'What changes on the server: the path of a file, `packages`, `ufw` for the firewall, or the name of a systemd unit.',
      example: '/etc/ssh/sshd_config.d/00-longshore.conf',
    }),
    before: z.string().describe('Content or setting as found on the server. Empty if there was none.'),
    after: z.string().describe('Content or setting that hardening writes.'),
    diff: z.string().meta({ description: 'Unified diff between `before` and `after`.' }),
    order: z.int().meta({ description: 'Position in the order of changes. Longshore applies the lowest first.' }),
    risk: z.string().meta({ description: 'What could stop working because of the change, for people to weigh.' }),
  })
  .meta({ id: 'HardeningChange', description: 'One change that hardening makes, or plans to make, on a server.' })
export type HardeningChange = z.output<typeof HardeningChange>

export const HardeningError = z.object({
  code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
  message: z.string().describe('What went wrong, in a sentence for people.'),
  hint: z.string().optional().describe('Next step that usually resolves the problem.'),
  step: z.string().optional().describe('Step of the run that failed, such as `verify`.'),
})
export type HardeningError = z.output<typeof HardeningError>

export const SkippedCheck = z.object({
  check: z.string().describe('ID of the security check that stays as it is.'),
  reason: z.string().describe('Why Longshore cannot fix it on this server.'),
})
export type SkippedCheck = z.output<typeof SkippedCheck>

export const HardeningRun = z
  .object({
    id: idOf('hrd'),
    serverId: idOf('srv'),
    kind: z
      .enum(hardeningKinds)
      .describe(
        'What the run does. `plan`: a dry run that changes nothing. `harden`: makes the changes. `revert`: takes them back.',
      ),
    status: z
      .enum(hardeningStatuses)
      .describe(
        '`planning`: Longshore works out the changes. `planned`: a dry run is done. `preflight`: it checks that a failed run can be undone. `snapshotting`: it saves the old files on the server. `armed`: the timer that restores them runs. `applying`: it makes the changes. `verifying`: it tries a fresh login. `confirmed`: the changes are permanent. `rolled_back`: the server has its old settings again. `failed`: the run ended with `error`.',
      ),
    changes: z.array(HardeningChange).describe('Planned or made changes, in their order.'),
    skipped: z
      .array(SkippedCheck)
      .meta({ description: 'Security checks that Longshore cannot fix on this server, each with the reason.' }),
    confirmTimeoutSeconds: z
      .int()
      .describe(
        'Seconds that the run has to prove that you can still log in, before the server restores its old settings.',
      ),
    armedUntil: Time.nullable().meta({
      description: 'When the server restores its old settings automatically. Null if no timer is running.',
    }),
    reverts: z
      .array(idOf('hrd'))
      .meta({ description: 'Earlier runs that this run undoes. Empty unless `kind` is `revert`.' }),
    revertedAt: Time.nullable().meta({
      description: 'When a later run undid these changes. Null while they are active.',
    }),
    error: HardeningError.nullable().describe(
      'Why the run did not succeed. Null if it did, or if it is still running.',
    ),
    createdAt: Time.describe('When someone requested the run.'),
    updatedAt: Time.describe('When the run last made progress.'),
    startedAt: Time.nullable().describe('When Longshore started the first step. Null while the run is queued.'),
    finishedAt: Time.nullable().describe('When the run ended, whatever its result. Null until then.'),
  })
  .meta({ id: 'HardeningRun', description: 'One attempt to harden a server or to take hardening back.' })
export type HardeningRun = z.output<typeof HardeningRun>

export const HardeningRunParams = z.object({ id: idOf('srv'), runId: idOf('hrd') })
export const HardeningServerParams = z.object({ id: idOf('srv') })
export const HardeningRunsQuery = PageQuery
