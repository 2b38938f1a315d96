/**
 * Creates a GitHub App for the organization with GitHub's manifest flow, so that deployments don't depend on one user's
 * token. GitHub gives the browser a single-use code; the worker exchanges it for the app's key and seals that, so the
 * API never sees it.
 */
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Actor } from '../../platform/access/actor.ts'
import { after, type Clock, hourMs } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { convertApp } from './calls/git-providers.definition.ts'
import { toGitProvider } from './git-provider.mapper.ts'
import { publishProviderUpdated } from './git-providers.events.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import type { GitProvider } from './git-providers.schemas.ts'
import { addProvider, callOptions } from './git-providers.service.ts'
import type { AppRequest, CompleteApp, StartApp } from './github-app.schemas.ts'
import { manifestOf } from './github-app-manifest.policy.ts'
import { findAppRequest, insertAppRequest, takeAppRequest } from './github-apps.repository.ts'
import { requireGitProvider } from './require-git-provider.query.ts'

export interface GithubAppsService {
  start(actor: Actor, body: StartApp): Promise<AppRequest>
  complete(actor: Actor, body: CompleteApp): Promise<GitProvider>
}

export interface GithubAppsOptions {
  database: Database
  clock: Clock
  link: LinkClient
  publicUrl: string
}

export function createGithubAppsService(options: GithubAppsOptions): GithubAppsService {
  const { database, clock, publicUrl } = options
  return {
    async start(actor, body) {
      const { organizationId, userId } = actor
      const baseUrl = body.baseUrl ?? 'https://github.com'
      const state = randomBytes(32).toString('base64url')
      const expiresAt = after(clock, hourMs)
      const request = { id: randomUUIDv7(), userId, stateHash: hashOf(state), baseUrl, expiresAt, now: clock.now() }
      await database.tenant(organizationId, (tx) => insertAppRequest(tx, organizationId, request))
      const owner = body.organization === undefined ? '' : `/organizations/${encodeURIComponent(body.organization)}`
      const url = `${baseUrl}${owner}/settings/apps/new?state=${state}`
      // The name must be unique among all GitHub Apps.
      const suffix = randomBytes(3).toString('hex')
      return { url, manifest: JSON.stringify(manifestOf(publicUrl, suffix)), state, expiresAt }
    },
    complete: (actor, body) => completeApp(options, actor, body),
  }
}

async function completeApp(options: GithubAppsOptions, actor: Actor, body: CompleteApp): Promise<GitProvider> {
  const { database, clock, link } = options
  const { organizationId, userId } = actor
  const stateHash = hashOf(body.state)
  const request = await database.tenant(organizationId, (tx) =>
    findAppRequest(tx, organizationId, { userId, stateHash, now: clock.now() }),
  )
  if (request === undefined) throw new AppError(gitProviderProblems.github_app_request_unknown)
  const { baseUrl } = request
  const id = newId('git')
  const args = { providerId: id, baseUrl, code: new Secret(body.code) }
  const { appId, slug, clientId, owner, sealedKey } = await link.call(convertApp, args, callOptions(actor))
  return await database.tenant(organizationId, async (tx) => {
    // Consumed only now, so that a request that couldn't reach GitHub can be retried with the same state.
    if (!(await takeAppRequest(tx, organizationId, stateHash)))
      throw new AppError(gitProviderProblems.github_app_request_unknown)
    await addProvider(tx, organizationId, {
      id,
      kind: 'github',
      baseUrl,
      accountId: appId,
      accountLogin: owner,
      username: null,
      scopes: [],
      missingScopes: [],
      credential: { app: { appId, slug, clientId, installationId: null }, sealedAppKey: sealedKey },
    })
    await recordAudit(tx, actor, {
      action: 'git_provider.connected',
      targetKind: 'git_provider',
      targetId: id,
      detail: { kind: 'github', baseUrl, app: slug, accountLogin: owner },
    })
    await publishProviderUpdated(tx, organizationId, { id, action: 'connected' })
    return toGitProvider(await requireGitProvider(tx, organizationId, id))
  })
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}
