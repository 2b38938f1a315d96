/**
 * Verifies, stores, and acknowledges deliveries from Git providers; a workflow run decides what they cause. Every
 * failed verification gets the same response.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { MemoryLimit } from '../../platform/limits/memory-limit.ts'
import type { LimitPolicy, LimitState } from '../../platform/limits/persistent-limit.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import type { ReceivedWebhook } from './auto-deploy.schemas.ts'
import type { KnownHook } from './auto-deploy.system-repository.ts'
import type { DeliveryReason } from './delivery-reasons.policy.ts'
import { type Linked, linkedOf, reasonToIgnore } from './push-decision.policy.ts'
import { readWebhookEvent } from './read-webhook-event.policy.ts'
import { isSigned } from './verify-signature.crypto.ts'
import { createWebhookBatcher, type WebhookBatcher } from './webhook-batcher.action.ts'
import type { WebhookEvent } from './webhook-events.schemas.ts'
import { deliveryIdOf, eventNameOf, headerOf, kindOf, type WebhookHeaders } from './webhook-headers.policy.ts'
import { deriveHookSecret } from './webhook-secret.crypto.ts'

export interface IncomingWebhook {
  environmentId: Id<'env'>
  headers: WebhookHeaders
  /** Raw request body. */
  body: Buffer
  ip: string
}

export interface WebhookInbox {
  receive(webhook: IncomingWebhook): Promise<ReceivedWebhook>
}

const perEnvironment: LimitPolicy = { name: 'webhooks', limit: 600, windowSeconds: 60 }
const refusalsPerAddress: LimitPolicy = { name: 'refused-webhooks', limit: 300, windowSeconds: 60 }

export function createWebhookInbox({ database, master }: { database: Database; master: Secret }): WebhookInbox {
  const refusals = new MemoryLimit(refusalsPerAddress)
  const deliveries = new MemoryLimit(perEnvironment)
  const batcher = createWebhookBatcher(database)
  return {
    async receive({ environmentId, headers, body, ip }) {
      const hook = await batcher.findHook(environmentId)
      // Also derived for environments that don't exist, so that their response takes as long.
      const secret = deriveHookSecret(master, environmentId, hook?.generation ?? 1)
      const kind = hook?.kind ?? kindOf(headers) ?? 'github'
      const isProved = isSigned({ kind, headers, body }, secret)
      if (!isProved || hook === undefined) {
        const state = refusals.consume(addressKey(ip), Date.now())
        throw state.allowed ? new AppError(autoDeployProblems.webhook_refused) : tooMany(state)
      }
      const state = deliveries.consume(environmentId, Date.now())
      if (!state.allowed) throw tooMany(state)
      return await storeWebhook(batcher, hook, { environmentId, headers, body, kind })
    },
  }
}

async function storeWebhook(
  batcher: WebhookBatcher,
  hook: KnownHook,
  webhook: Omit<IncomingWebhook, 'ip'> & { kind: ProviderKind },
): Promise<ReceivedWebhook> {
  const { environmentId, headers, body, kind } = webhook
  const eventName = eventNameOf(kind, headers)
  const { event, ignored } = readEvent(hook, webhook, eventName)
  const bodyHash = sha256(body)
  const deliveryId = deliveryIdOf(kind, headers)
  const isNamed = event !== null && ignored !== 'other_repository'
  return await batcher.store(hook.organizationId, {
    id: newId('whd'),
    environmentId,
    autoDeployId: hook.id,
    deliveryHash: deliveryId === undefined ? bodyHash : sha256(`${kind} ${deliveryId}`),
    // GitLab and Bitbucket bodies contain no timestamp, so switching back and forth between two commits sends the same
    // body twice.
    bodyHash: kind === 'gitlab' || kind === 'bitbucket' ? null : bodyHash,
    origin: 'webhook',
    eventName,
    event,
    ignored,
    repositoryToPin: hook.repositoryId === null && isNamed ? event.repository.id : null,
  })
}

function readEvent(
  hook: KnownHook,
  { kind, headers, body }: Pick<IncomingWebhook, 'headers' | 'body'> & { kind: ProviderKind },
  name: string,
): { event: WebhookEvent | null; ignored: DeliveryReason | null } {
  const content = parse(body, headerOf(headers, 'content-type') ?? '')
  if (content === undefined) return { event: null, ignored: 'unreadable' }
  const event = readWebhookEvent(kind, { name, body: content }, hook.branch)
  return event === null ? { event, ignored: 'other_event' } : { event, ignored: reasonToIgnore(event, toLinked(hook)) }
}

function toLinked({ repositoryId, knownName, fullName, branch }: KnownHook): Linked {
  return linkedOf({ repositoryId, fullName: knownName }, { fullName, branch })
}

/** GitHub sends a form with the JSON in one field unless it is configured otherwise. */
function parse(body: Buffer, contentType: string): unknown {
  try {
    const text = body.toString('utf8')
    const isForm = contentType.startsWith('application/x-www-form-urlencoded')
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
  } catch {
    return undefined
  }
}

function tooMany(state: LimitState): AppError {
  const { limit, windowSeconds } = state.policy
  return new AppError(platformProblems.rate_limited, `More than ${limit} deliveries in ${windowSeconds} seconds.`, {
    limit: state,
  })
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
