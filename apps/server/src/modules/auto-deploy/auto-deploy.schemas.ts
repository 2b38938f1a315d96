/** Schemas of auto-deploy and of the delivery log. */
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
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
  .meta({
    description:
      'Path pattern relative to the repository root. `*` and `?` match within a folder, `**` across folders, and a leading `!` excludes.',
    example: 'apps/web/**',
  })

export const AutoDeployBody = z
  .strictObject({
    enabled: z
      .boolean()
      .describe('Set to true to deploy every push to the environment’s branch, or to false to stop doing so.'),
    watchPaths: z
      .array(WatchPath)
      .max(100)
      .optional()
      .describe(
        'Deploy only pushes that change a matching file, up to 100 patterns. It applies to services without their own watch paths. An empty list deploys every push.',
      ),
    requireChecks: z
      .boolean()
      .optional()
      .describe(
        'Set to true to deploy a commit only after its checks at the Git provider pass. Longshore waits up to an hour.',
      ),
    polling: z
      .boolean()
      .optional()
      .describe(
        'Set to true to check the branch for new commits every minute. Use it if the Git provider can’t reach this instance.',
      ),
    rotateSecret: z
      .boolean()
      .optional()
      .describe('Set to true to replace the webhook secret. Deliveries signed with the old one are then rejected.'),
  })
  .meta({
    id: 'AutoDeployRequest',
    description: 'Auto-deploy settings to change. Fields that you leave out keep their values.',
    example: { enabled: true, watchPaths: ['apps/web/**'] },
  })
export type AutoDeployChange = z.output<typeof AutoDeployBody>

export const HookProblem = z.object({
  code: z.string().meta({
    description: 'Stable code that programs can match on. `/problems/{code}` explains it.',
    example: 'webhook_inactive',
  }),
  title: z.string().meta({
    description: 'Short headline for people.',
    example: 'The webhook is turned off at the Git provider',
  }),
  detail: z.string().describe('What the Git provider responded, or what Longshore found there.'),
  hint: z.string().describe('What to do so that pushes reach Longshore again.'),
})
export type HookProblem = z.output<typeof HookProblem>

export const AutoDeploy = z
  .object({
    environmentId: idOf('env').describe('Environment that pushes to its branch are deployed to.'),
    enabled: z.boolean().describe('True if pushes to the environment’s branch are deployed.'),
    watchPaths: z.array(z.string()).meta({
      description:
        'Patterns of files that trigger a deployment, for services without their own watch paths. If it’s empty, every push deploys.',
      example: ['apps/web/**'],
    }),
    requireChecks: z.boolean().describe('True if a commit is deployed only after its checks at the Git provider pass.'),
    polling: z.boolean().describe('True if Longshore also checks the branch for new commits every minute.'),
    webhook: z
      .object({
        status: z
          .enum(hookStatuses)
          .describe(
            '`none`: there is no webhook, because auto-deploy is off. `pending`: Longshore hasn’t set it up yet. `registered`: it’s set up at the Git provider. `manual`: add it there yourself with `url` and `secret`, for pushes and pull requests. `inactive`: it exists but was turned off at the Git provider. `removing`: Longshore hasn’t deleted it yet.',
          ),
        url: z.string().meta({
          description: 'URL the Git provider sends events to. Choose the content type `application/json` there.',
          example: 'https://longshore.example.com/api/v1/webhooks/git/env_01k9z4q7xkf0n8v4w2t6m3c5ra',
        }),
        secret: z
          .string()
          .nullable()
          .describe(
            'Signing secret to paste at the Git provider. It’s shown once, when it’s new and you have to add the webhook yourself; otherwise null. Use `rotateSecret` to get another.',
          ),
        problem: HookProblem.nullable().describe('Why the webhook can’t be set up or used; null if nothing is wrong.'),
        lastCheckedAt: Time.nullable().describe(
          'When Longshore last checked the webhook at the Git provider; null before the first check.',
        ),
      })
      .describe('Webhook that notifies Longshore of pushes and pull requests.'),
    version: z
      .int()
      .describe(
        'Revision of the environment, which these settings are part of. Send it in `If-Match` to avoid overwriting.',
      ),
  })
  .meta({ id: 'AutoDeploy', description: 'How pushes deploy an environment, and the state of its webhook.' })
export type AutoDeploy = z.output<typeof AutoDeploy>

export const deliveryOrigins = ['webhook', 'poll', 'redelivery'] as const
export type DeliveryOrigin = (typeof deliveryOrigins)[number]
export const deliveryStatuses = ['received', 'waiting', 'deployed', 'handled', 'ignored', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const statusMeanings =
  '`received`: Longshore hasn’t decided yet. `waiting`: the commit’s checks have to pass first. `deployed`: it started or joined a deployment. `handled`: a pull request went to previews. `ignored`: there was nothing to deploy. `failed`: the deployment couldn’t be started.'
const DeliveryStatus = z.enum(deliveryStatuses).describe(statusMeanings)

const DeliveredCommit = z.object({
  sha: z.string().meta({
    description: 'Full hash of the commit.',
    example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  }),
  message: z.string().meta({
    description: 'Commit message as the author wrote it. It can span several lines.',
    example: 'Show prices in euros',
  }),
  author: z.string().meta({ description: 'Author name from the commit, not a Longshore account.', example: 'Ada' }),
})

const DeliveredPullRequest = z.object({
  number: z.int().meta({ description: 'Number of the pull or merge request in its repository.', example: 42 }),
  action: z.string().meta({
    description: '`opened`, `updated` (new commits), or `closed`, whether merged or not.',
    example: 'opened',
  }),
  title: z.string().meta({
    description: 'Title as the author wrote it at the Git provider.',
    example: 'Show prices in euros',
  }),
  url: z.string().meta({
    description: 'Web page of the pull or merge request at the Git provider.',
    example: 'https://github.com/acme/shop/pull/42',
  }),
})

export const WebhookDelivery = z
  .object({
    id: idOf('whd').describe('ID to read or redeliver this delivery with. Deliveries are kept for seven days.'),
    environmentId: idOf('env').describe('Environment whose webhook received the event.'),
    origin: z
      .enum(deliveryOrigins)
      .describe(
        '`webhook`: the Git provider sent it. `poll`: Longshore found the commit by checking the branch. `redelivery`: someone asked to process an earlier delivery again.',
      ),
    event: z.string().meta({
      description: 'Event name that the Git provider uses, so it differs from one provider to another.',
      example: 'push',
    }),
    ref: z.string().nullable().meta({
      description: 'Full Git ref that was pushed; null if the event isn’t a push.',
      example: 'refs/heads/main',
    }),
    commit: DeliveredCommit.nullable().describe(
      'Newest commit of the push; null if the event isn’t a push, or if the branch was deleted.',
    ),
    pullRequest: DeliveredPullRequest.nullable().describe('Pull or merge request of the event; null for pushes.'),
    status: DeliveryStatus,
    reason: z
      .object({
        code: z.string().meta({
          description: 'Stable code that programs can match on.',
          example: 'paths_not_watched',
        }),
        detail: z.string().meta({
          description: 'Explanation of the code for people.',
          example: 'None of the changed files is watched by a service.',
        }),
      })
      .nullable()
      .describe('Why the delivery was ignored, failed, or is waiting; null if there’s nothing to explain.'),
    deploymentId: idOf('dep')
      .nullable()
      .describe('Deployment that the delivery started or joined; null if it led to none.'),
    redeliveryOf: idOf('whd')
      .nullable()
      .describe('Delivery that this one repeats; null unless `origin` is `redelivery`.'),
    receivedAt: Time.describe('When the event arrived, or when Longshore found the commit.'),
    decidedAt: Time.nullable().describe('When Longshore decided what to do with it; null until then.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event about the repository, and what Longshore did with it.' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const ReceivedWebhook = z
  .object({
    id: idOf('whd').describe(
      'Delivery under which the event is listed in `GET /environments/{id}/webhook-deliveries`.',
    ),
    isDuplicate: z.boolean().describe('True if the same delivery arrived before. It’s then ignored.'),
  })
  .meta({ id: 'ReceivedWebhook', description: 'Receipt for the Git provider.' })
export type ReceivedWebhook = z.output<typeof ReceivedWebhook>

export const WebhookPath = z.strictObject({
  environmentId: idOf('env').describe('Environment that the webhook belongs to. It’s part of the URL to paste.'),
})
export const DeliveryPath = z.strictObject({
  id: idOf('env').describe('Environment that received the delivery.'),
  did: idOf('whd').describe('Delivery to read or redeliver, from `GET /environments/{id}/webhook-deliveries`.'),
})
export type DeliveryPath = z.output<typeof DeliveryPath>
export const DeliveriesQuery = PageQuery.extend({
  status: DeliveryStatus.optional().describe(`Return only deliveries in this status. Default: all. ${statusMeanings}`),
})
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>
