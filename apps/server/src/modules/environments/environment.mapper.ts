/** Maps rows to the API. */
import { DriftList } from './environment-drift.schemas.ts'
import type { EnvironmentRow } from './environments.repository.ts'
import type { Environment, EnvironmentSummary } from './environments.schemas.ts'
import { type MissingVariable, MissingVariables } from './missing-variables.schemas.ts'
import type { PendingChange } from './pending-changes.schemas.ts'
import { isRehearsable } from './rehearsable.policy.ts'
import { toRehearsalSettings } from './rehearsal-settings.schemas.ts'
import type { ServiceRow } from './services.repository.ts'
import { type Service, ServiceConfiguration } from './services.schemas.ts'
import { type TunnelServer, tunnelOf } from './tunnel.policy.ts'

export interface EnvironmentParts {
  services: readonly ServiceRow[]
  /** Server where it runs or will run. */
  server: TunnelServer | null
  domains: Environment['domains']
  pendingChanges: PendingChange[]
  hasBackups: boolean
}

export function toEnvironment(
  row: EnvironmentRow,
  { services, server, domains, pendingChanges, hasBackups }: EnvironmentParts,
): Environment {
  const rehearsal = toRehearsalSettings(row.rehearsal)
  return {
    ...toEnvironmentSummary(row),
    projectId: row.project_id,
    autoDeploy: {
      enabled: row.auto_deploy_enabled,
      watchPaths: row.auto_deploy_watch_paths,
      requireChecks: row.auto_deploy_require_checks,
    },
    services: services.map((each) => toService(each, server)),
    buildServerId: row.build_server_id,
    generatedHostname: row.has_automatic_address,
    domains,
    liveDeploymentId: row.live_deployment_id,
    liveServerId: row.live_server_id,
    drift: DriftList.parse(row.drift),
    pendingChanges,
    missingVariables: missingVariablesOf(row, services),
    rehearsal,
    rehearsalSuggested: hasBackups && rehearsal.mode === 'off' && isRehearsable(services.map(kindAndCommand)),
    deletionRequestedAt: row.deletion_requested_at,
    version: row.version,
  }
}

function kindAndCommand({ kind, configuration }: ServiceRow) {
  return { kind, releaseCommand: ServiceConfiguration.parse(configuration).releaseCommand }
}

/** Variables of services that no longer exist need no value. */
export function missingVariablesOf(row: EnvironmentRow, services: readonly ServiceRow[]): MissingVariable[] {
  const names = new Set(services.map(({ name }) => name))
  return MissingVariables.parse(row.missing_variables).filter(({ service }) => service === null || names.has(service))
}

export function toEnvironmentSummary(row: EnvironmentRow): EnvironmentSummary {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    branch: row.branch,
    serverId: row.server_id,
    status: row.status,
    preview: previewOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function previewOf(row: EnvironmentRow): EnvironmentSummary['preview'] {
  const { preview_number: number, preview_url: url, preview_expires_at: expiresAt } = row
  return number === null || url === null || expiresAt === null ? null : { number, url, expiresAt }
}

export function toService(row: ServiceRow, server: TunnelServer | null): Service {
  // An older release stored fewer fields; the missing ones get their defaults.
  const configuration = ServiceConfiguration.parse(row.configuration)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    ...configuration,
    tunnel: tunnelOf(configuration, server),
    ownedByFile: row.owned_by_file,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
