/** Reads the headers of a delivery. No signature covers them. Pure. */
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

const maximumLength = 300

/** Returns undefined for an absent header and an empty string for a repeated one. Truncates long values. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  return typeof value === 'string' ? value.slice(0, maximumLength) : ''
}

/** Detects the kind of an unknown Git provider. Gitea also sends GitHub's headers, so it is checked first. */
export function kindOf(headers: WebhookHeaders): ProviderKind | undefined {
  if (headers['x-gitea-event'] !== undefined || headers['x-forgejo-event'] !== undefined) return 'gitea'
  if (headers['x-gitlab-event'] !== undefined) return 'gitlab'
  if (headers['x-event-key'] !== undefined) return 'bitbucket'
  return headers['x-github-event'] === undefined ? undefined : 'github'
}

const eventHeaders: Record<ProviderKind, readonly string[]> = {
  github: ['x-github-event'],
  gitea: ['x-gitea-event', 'x-forgejo-event', 'x-github-event'],
  gitlab: ['x-gitlab-event'],
  bitbucket: ['x-event-key'],
}

export function eventNameOf(kind: ProviderKind, headers: WebhookHeaders): string {
  const name = firstOf(headers, eventHeaders[kind]) ?? ''
  return /^[\w :-]{1,60}$/.test(name) ? name : 'unknown'
}

const deliveryHeaders: Record<ProviderKind, readonly string[]> = {
  github: ['x-github-delivery'],
  gitea: ['x-gitea-delivery', 'x-forgejo-delivery', 'x-github-delivery'],
  // The first header stays the same when a delivery is retried.
  gitlab: ['idempotency-key', 'webhook-id', 'x-gitlab-event-uuid'],
  bitbucket: ['x-request-uuid'],
}

/** Returns undefined when the provider sent no ID. */
export function deliveryIdOf(kind: ProviderKind, headers: WebhookHeaders): string | undefined {
  const id = firstOf(headers, deliveryHeaders[kind])
  return id === '' ? undefined : id
}

function firstOf(headers: WebhookHeaders, names: readonly string[]): string | undefined {
  const name = names.find((each) => headers[each] !== undefined)
  return name === undefined ? undefined : headerOf(headers, name)
}
