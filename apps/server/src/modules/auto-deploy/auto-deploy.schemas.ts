/** Shapes of auto-deploy and of the log of deliveries. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const hookStatuses = ['pending', 'registered', 'inactive', 'manual', 'removing', 'none'] as const
export type HookStatus = (typeof hookStatuses)[number]

const WatchPath = z
  .string()
  .min(1)
  .max(500)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters')
  .meta({ example: 'apps/web/**' })

export const AutoDeployBody = z
  .strictObject({
    enabled: z.boolean(),
    watchPaths: z.array(WatchPath).max(100).optional().meta({
      description:
        'For services without paths of their own: a push that touches none of these starts nothing. `!` excludes. Empty: every push deploys.',
    }),
    requireChecks: z
      .boolean()
      .optional()
      .meta({ description: 'A commit is deployed when its checks at the forge have passed, within an hour.' }),
    polling: z.boolean().optional().meta({
      description: 'Longshore looks for new commits by itself: for instances that the forge cannot reach.',
    }),
    rotateSecret: z
      .boolean()
      .optional()
      .meta({ description: 'A new secret; deliveries that are signed with the old one are refused.' }),
  })
  .meta({ id: 'AutoDeployRequest', example: { enabled: true, watchPaths: ['apps/web/**'] } })
export type AutoDeployChange = z.output<typeof AutoDeployBody>

export const HookProblem = z.object({ code: z.string(), title: z.string(), detail: z.string(), hint: z.string() })
export type HookProblem = z.output<typeof HookProblem>

export const AutoDeploy = z
  .object({
    environmentId: idOf('env'),
    enabled: z.boolean(),
    watchPaths: z.array(z.string()),
    requireChecks: z.boolean(),
    polling: z.boolean(),
    webhook: z.object({
      status: z.enum(hookStatuses).meta({
        description:
          '`registered`: it is at the forge. `manual`: paste `url` and `secret` there, for pushes and pull requests. `inactive`: somebody switched it off at the forge. `pending`, `removing`: the forge was not asked yet.',
      }),
      url: z.string().meta({ description: 'Content type application/json.' }),
      secret: z
        .string()
        .nullable()
        .meta({ description: 'Shown once, when it is new and has to be pasted; rotateSecret makes another.' }),
      problem: HookProblem.nullable(),
      checkedAt: Time.nullable(),
    }),
    version: z.int(),
  })
  .meta({ id: 'AutoDeploy' })
export type AutoDeploy = z.output<typeof AutoDeploy>

export const deliveryOrigins = ['webhook', 'poll', 'redelivery'] as const
export type DeliveryOrigin = (typeof deliveryOrigins)[number]
export const deliveryStatuses = ['received', 'waiting', 'deployed', 'handled', 'ignored', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const WebhookDelivery = z
  .object({
    id: idOf('whd'),
    environmentId: idOf('env'),
    origin: z.enum(deliveryOrigins),
    event: z.string().meta({ description: 'As the forge calls it.' }),
    ref: z.string().nullable(),
    commit: z.object({ sha: z.string(), message: z.string(), author: z.string() }).nullable(),
    pullRequest: z.object({ number: z.int(), action: z.string(), title: z.string(), url: z.string() }).nullable(),
    status: z.enum(deliveryStatuses),
    reason: z.object({ code: z.string(), detail: z.string() }).nullable(),
    deploymentId: idOf('dep').nullable(),
    redeliveryOf: idOf('whd').nullable(),
    receivedAt: Time,
    decidedAt: Time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const ReceivedWebhook = z
  .object({
    id: idOf('whd'),
    repeated: z.boolean().meta({ description: 'It came before and starts nothing.' }),
  })
  .meta({ id: 'ReceivedWebhook' })
export type ReceivedWebhook = z.output<typeof ReceivedWebhook>

export const WebhookPath = z.strictObject({ environmentId: idOf('env') })
export const DeliveryPath = z.strictObject({ id: idOf('env'), did: idOf('whd') })
export type DeliveryPath = z.output<typeof DeliveryPath>
export const DeliveriesQuery = PageQuery.extend({ status: z.enum(deliveryStatuses).optional() })
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>
