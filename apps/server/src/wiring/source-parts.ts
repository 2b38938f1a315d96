/** Wires up the worker components that read repositories and registries, and report to Git providers. */
import { type AddressPolicy, isNamed } from '@longshore/addresses'
import { createGitSource, type GitSource } from '@longshore/source/git'
import { createAutoDeployWorker } from '../modules/auto-deploy/worker.ts'
import { createDeliverCommitStatus } from '../modules/commit-status/worker.ts'
import { addCommitStatusWarning } from '../modules/deployments/worker.ts'
import { createAddressOf } from '../modules/domains/index.ts'
import { createEnvironmentsWorker } from '../modules/environments/worker.ts'
import { createGitProvidersWorker } from '../modules/git-providers/worker.ts'
import { notePullRequest } from '../modules/previews/index.ts'
import { createPreviewsWorker } from '../modules/previews/worker.ts'
import { createProjectsWorker } from '../modules/projects/worker.ts'
import { createRegistriesWorker } from '../modules/registries/worker.ts'
import type { Workloads } from '../modules/workloads/worker.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import type { Unsealer } from '../platform/secrets/unseal.ts'
import { parseAllowed } from '../settings/allowed-addresses.ts'
import type { WorkerSettings } from '../settings.ts'

export type SourceParts = ReturnType<typeof createSourceParts>

export function createSourceParts(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; log: Log },
) {
  const allow = parseAllowed(settings, 'OUTBOUND_ALLOW')
  const outbound = createOutbound({ allow })
  const git = createGit(settings, outbound, allow)
  const gitProviders = createGitProvidersWorker({ ...parts, outbound })
  const { sources } = gitProviders
  const projects = createProjectsWorker({ ...parts, sources, git, atOnce: settings.MAX_CONCURRENT_ANALYSES })
  const environments = createEnvironmentsWorker(parts)
  const registries = createRegistriesWorker({ ...parts, outbound })
  const autoDeploy = createAutoDeployWorker({
    ...parts,
    sources,
    git,
    publicUrl: settings.PUBLIC_URL,
    onPullRequest: notePullRequest,
    hookEveryMs: settings.WEBHOOK_CHECK_SECONDS * 1_000,
    pollEveryMs: settings.GIT_POLL_SECONDS * 1_000,
  })
  return {
    outbound,
    git,
    sources,
    environments,
    registries,
    autoDeploy,
    workflows: [gitProviders, projects, autoDeploy].flatMap((module) => module.workflows),
    calls: [gitProviders, projects, environments, registries, autoDeploy].flatMap((module) => module.calls),
  }
}

/** Git connects only to addresses that the outbound guard allows, and does no DNS lookups itself. */
function createGit(settings: WorkerSettings, outbound: Outbound, allow: AddressPolicy): GitSource {
  const { SOURCE_RUNTIME_DIRECTORY: runtimeDirectory } = settings
  return createGitSource({
    resolve: async (host, port) => await outbound.resolve(host, port),
    mayUseHttp: (address, port) => isNamed(allow, address, port),
    ...(runtimeDirectory === undefined ? {} : { runtimeDirectory }),
  })
}

/** Wires up what Git providers receive: commit statuses, deployments, and previews of pull requests. */
export function createFeedback(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; log: Log } & Pick<SourceParts, 'sources' | 'environments'> &
    Pick<Workloads, 'runInRelease'>,
) {
  const { PUBLIC_URL: publicUrl, GENERATED_HOSTNAME_DOMAIN: addressDomain } = settings
  const { database, unsealer, log, sources, runInRelease } = parts
  const addressOf = createAddressOf(addressDomain)
  const previews = createPreviewsWorker({
    ...{ database, unsealer, log, sources, runInRelease, publicUrl, addressOf },
    sealer: createSealer(unsealer.keys[0].recipient),
    secrets: parts.environments.secrets,
    lookEveryMs: settings.PREVIEW_CHECK_SECONDS * 1_000,
  })
  const commitStatus = createDeliverCommitStatus({
    database,
    sources,
    publicUrl,
    addressOf,
    warn: addCommitStatusWarning,
  })
  return { previews, workflows: [commitStatus, ...previews.workflows] }
}
