/** What the headers of a delivery say; pure. None of them is covered by a signature. */
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

const maximumLength = 300

/** Undefined when it is absent. One that is empty or too long is there, and means nothing. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  return typeof value === 'string' ? value.slice(0, maximumLength) : ''
}

/** For a forge of which nothing else is known. Gitea also says what GitHub says, so it is asked first. */
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
  // The first stays the same when a delivery is tried again.
  gitlab: ['idempotency-key', 'webhook-id', 'x-gitlab-event-uuid'],
  bitbucket: ['x-request-uuid'],
}

/** Undefined: the forge gave it none. */
export function deliveryIdOf(kind: ProviderKind, headers: WebhookHeaders): string | undefined {
  const id = firstOf(headers, deliveryHeaders[kind])
  return id === '' ? undefined : id
}

function firstOf(headers: WebhookHeaders, names: readonly string[]): string | undefined {
  const name = names.find((each) => headers[each] !== undefined)
  return name === undefined ? undefined : headerOf(headers, name)
}
