/** Shapes of hardening runs. */
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
  .meta({ description: 'Id of a check, as in the security state.', example: 'ssh.password_authentication' })

export const HardeningOptions = z
  .strictObject({
    include: z
      .array(CheckId)
      .max(50)
      .optional()
      .meta({ description: 'Checks besides those that are safe, such as ssh.no_root_login.' }),
    allowPorts: z
      .array(z.int().min(1).max(65_535))
      .max(50)
      .optional()
      .meta({ description: 'TCP ports that stay open besides SSH, 80 and 443.', example: [5432] }),
    force: z.boolean().optional().meta({
      description: 'Turn passwords off although an account has nothing else; undo although files were changed since.',
    }),
  })
  .meta({ id: 'HardeningOptions' })
export type HardeningOptions = z.output<typeof HardeningOptions>

const ConfirmTimeout = z.int().min(20).max(900).default(180).meta({
  description: 'Seconds after which the server returns to its old state by itself unless the run is confirmed.',
})

export const HardenBody = z
  .strictObject({
    dryRun: z.boolean().default(false).meta({ description: 'Only makes the plan, with diffs; touches nothing.' }),
    checks: z
      .array(CheckId)
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Only these. Default: all that are safe.' }),
    confirmTimeoutSeconds: ConfirmTimeout,
    options: HardeningOptions.optional(),
  })
  .meta({ id: 'HardenServerRequest' })
export type HardenBody = z.output<typeof HardenBody>

export const RevertBody = z
  .strictObject({
    confirmTimeoutSeconds: ConfirmTimeout,
    options: HardeningOptions.pick({ force: true }).optional(),
  })
  .meta({ id: 'RevertHardeningRequest' })
export type RevertBody = z.output<typeof RevertBody>

export const HardeningChange = z
  .object({
    check: z.string(),
    checks: z.array(z.string()),
    file: z.string().meta({ description: 'A path, or `packages`, `ufw`, the name of a unit.' }),
    before: z.string(),
    after: z.string(),
    diff: z.string().meta({ description: 'Unified diff of the two.' }),
    order: z.int().meta({ description: 'Changes are made in this order.' }),
    risk: z.string().meta({ description: 'What could break.' }),
  })
  .meta({ id: 'HardeningChange' })
export type HardeningChange = z.output<typeof HardeningChange>

export const HardeningError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  step: z.string().optional(),
})
export type HardeningError = z.output<typeof HardeningError>

export const SkippedCheck = z.object({ check: z.string(), reason: z.string() })
export type SkippedCheck = z.output<typeof SkippedCheck>

export const HardeningRun = z
  .object({
    id: idOf('hrd'),
    serverId: idOf('srv'),
    kind: z.enum(hardeningKinds),
    status: z.enum(hardeningStatuses),
    changes: z.array(HardeningChange),
    skipped: z.array(SkippedCheck).meta({ description: 'Checks that cannot be mended here, with the reason.' }),
    confirmTimeoutSeconds: z.int(),
    armedUntil: Time.nullable().meta({ description: 'Until then the server undoes the run by itself.' }),
    reverts: z.array(idOf('hrd')).meta({ description: 'Of a revert: the runs that it takes back.' }),
    undoneAt: Time.nullable().meta({ description: 'When a later revert took it back.' }),
    error: HardeningError.nullable(),
    createdAt: Time,
    updatedAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'HardeningRun' })
export type HardeningRun = z.output<typeof HardeningRun>

export const HardeningRunParams = z.object({ id: idOf('srv'), runId: idOf('hrd') })
export const HardeningServerParams = z.object({ id: idOf('srv') })
export const HardeningRunsQuery = PageQuery
