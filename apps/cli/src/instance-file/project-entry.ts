/** Entries of projects and their environments. Pure. */
import type { AutoDeploy, BackupConfig, Environment, PreviewSettings, ProjectSummary, Variable } from '@longshore/sdk'
import { CliError } from '../exit-codes.ts'
import { byName, withoutDefaults } from './canonical.ts'
import type { EntryContext } from './file-names.ts'
import type {
  AutoDeployEntry,
  BackupsEntry,
  DomainEntry,
  EnvironmentEntry,
  NotificationEntry,
  PathEntry,
  PreviewsEntry,
  ProjectEntry,
  ServiceEntry,
  VariableEntry,
} from './instance-file.ts'
import type { InstanceEnvironment, InstanceProject } from './read-instance.ts'
import { pathsSchema, redirectsSchema, rulesSchema, serviceSchema } from './schema.ts'

export function toProjectEntry(
  context: EntryContext,
  { project, previews, links, environments }: InstanceProject,
): ProjectEntry {
  const { name, description } = project
  const { names } = context
  const notifications = links.links.map(
    ({ connectorId, events, environments: only, minSeverity }): NotificationEntry => ({
      channel: names.channel(connectorId),
      events: [...events].sort(),
      ...(only === null || only === undefined ? {} : { environments: only.map(names.environment).sort() }),
      ...(minSeverity === undefined ? {} : { minSeverity }),
    }),
  )
  return {
    name,
    ...(description === null ? {} : { description }),
    ...toSource(context, project),
    ...(project.composeProfiles.length === 0 ? {} : { composeProfiles: [...project.composeProfiles].sort() }),
    ...(previews === null ? {} : { previews: toPreviews(context, name, previews) }),
    notifications: notifications.sort(byName(({ channel }) => channel)),
    environments: environments.map((each) => toEnvironment(context, name, each)).sort(byName((each) => each.name)),
  }
}

function toSource(
  { names, secret }: EntryContext,
  { name, source, repository, image, branch }: ProjectSummary,
): Pick<ProjectEntry, 'repository' | 'image' | 'compose' | 'branch'> {
  if (source === 'compose') return { compose: secret('compose', name) }
  if (source === 'image') return image === null ? {} : { image }
  if (repository === null) return {}
  const { providerId, fullName, url, rootDirectory } = repository
  return {
    repository: {
      ...(providerId === null ? { url } : { provider: names.gitProvider(providerId), fullName }),
      rootDirectory,
    },
    ...(branch === null ? {} : { branch }),
  }
}

function toPreviews({ names, secret }: EntryContext, project: string, settings: PreviewSettings): PreviewsEntry {
  const { enabled, templateEnvironmentId, maxOpen, lifetimeHours, seedCommand, allowedSecrets, variables } = settings
  return {
    enabled,
    ...(templateEnvironmentId === null ? {} : { templateEnvironment: names.environment(templateEnvironmentId) }),
    maxOpen,
    lifetimeHours,
    ...(seedCommand === null ? {} : { seedCommand }),
    allowedSecrets: [...allowedSecrets].sort(),
    variables: toVariables(variables, (...parts) => secret('preview', project, ...parts)),
  }
}

function toEnvironment(context: EntryContext, project: string, each: InstanceEnvironment): EnvironmentEntry {
  const { environment, variables, autoDeploy, backups } = each
  const { name, branch, serverId, buildServerId, generatedHostname, services } = environment
  const { names, secret } = context
  return {
    name,
    ...(branch === null ? {} : { branch }),
    ...(serverId === null ? {} : { server: names.server(serverId) }),
    ...(buildServerId === null ? {} : { buildServer: names.server(buildServerId) }),
    generatedHostname,
    services: services.map(toServiceEntry),
    variables: toVariables(variables, (...parts) => secret('variable', project, name, ...parts)),
    domains: toDomains(context, environment),
    ...(autoDeploy === null ? {} : { autoDeploy: toAutoDeploy(autoDeploy) }),
    ...(backups === null ? {} : { backups: toBackups(context, backups) }),
  }
}

/** A service without its defaults. */
export function toServiceEntry(service: { name: string; kind: string }): ServiceEntry {
  const { name, kind } = service
  return { name, kind, ...Object(withoutDefaults(serviceSchema, service)) }
}

type SomeVariable = Pick<Variable, 'key' | 'value' | 'secret' | 'scope' | 'expand' | 'service'> & { sealed?: boolean }

function toVariables(
  variables: readonly SomeVariable[],
  nameSecret: (...parts: string[]) => { fromEnvironment: string },
) {
  const sorted = [...variables].sort(byName(variableName))
  return sorted.map(({ key, value, secret, sealed, scope, expand, service }): VariableEntry => {
    if (!secret && value === null)
      throw new CliError(
        'refused',
        `You aren't allowed to read the value of ${key}.`,
        'Ask for the permission variables:write.',
      )
    const parts = service === null ? [key] : [service, key]
    return {
      key,
      value: value ?? nameSecret(...parts),
      ...(sealed === true ? { sealed } : {}),
      ...(scope === 'runtime' ? {} : { scope }),
      ...(expand ? { expand } : {}),
      ...(service === null ? {} : { service }),
    }
  })
}

/** A key can exist for all services and for one of them. */
export function variableName({ key, service }: { key: string; service?: string | null | undefined }): string {
  return service === null || service === undefined ? key : `${service}.${key}`
}

/** The counterpart with or without `www.` belongs to the hostname that it redirects to. */
function toDomains({ secret }: EntryContext, { domains }: Environment): DomainEntry[] {
  return domains
    .flatMap(({ settings }) => (settings === null || settings.redirectsTo !== null ? [] : [settings]))
    .sort(byName(({ hostname }) => hostname))
    .map(
      ({
        hostname,
        service,
        ssl,
        forceHttps,
        redirects,
        hsts,
        basicAuth,
        maxBodyBytes,
        maintenance,
        errorPages,
        paths,
        ...rest
      }) => ({
        hostname,
        service,
        ssl:
          ssl.mode === 'custom'
            ? {
                mode: ssl.mode,
                certificate: secret('domain', hostname, 'certificate'),
                privateKey: secret('domain', hostname, 'private_key'),
              }
            : { mode: ssl.mode },
        forceHttps,
        ...toRedirects(redirects),
        ...(hsts === null ? {} : { hsts }),
        ...(basicAuth.length === 0
          ? {}
          : {
              basicAuth: basicAuth.map(({ username }) => ({
                username,
                password: secret('domain', hostname, username, 'password'),
              })),
            }),
        ...(maxBodyBytes === null ? {} : { maxBodyBytes }),
        ...(maintenance === null ? {} : { maintenance: { html: maintenance.html } }),
        ...(errorPages.length === 0 ? {} : { errorPages: inStatusOrder(errorPages) }),
        ...(paths.length === 0
          ? {}
          : { paths: toPathEntries(paths.map((path) => withSecrets(path, hostname, secret))) }),
        ...Object(withoutDefaults(rulesSchema, rest)),
      }),
    )
}

export function inStatusOrder(pages: NonNullable<DomainEntry['errorPages']>): NonNullable<DomainEntry['errorPages']> {
  return [...pages].sort((one, other) => one.status - other.status)
}

type AttachedPath = NonNullable<Environment['domains'][number]['settings']>['paths'][number]

function withSecrets(path: AttachedPath, hostname: string, secret: EntryContext['secret']): PathEntry {
  const basicAuth = path.basicAuth.map(({ username }) => ({
    username,
    password: secret('domain', hostname, path.path, username, 'password'),
  }))
  return { ...path, basicAuth }
}

/** Without defaults. The longest path wins, so their order has no meaning. */
export function toPathEntries(paths: readonly PathEntry[]): PathEntry[] {
  const sorted = [...paths].sort(byName(({ path }) => path))
  return sorted.length === 0 ? [] : Object(withoutDefaults(pathsSchema, sorted))
}

function toRedirects(redirects: object): Pick<DomainEntry, 'redirects'> {
  const { www, ...rest } = Object(withoutDefaults(redirectsSchema, redirects))
  const kept = { ...(www === true ? { www } : {}), ...rest }
  return Object.keys(kept).length === 0 ? {} : { redirects: kept }
}

export function toAutoDeploy({ enabled, watchPaths, requireChecks, polling }: AutoDeploy): AutoDeployEntry {
  return { enabled, watchPaths, requireChecks, polling }
}

function toBackups({ names }: EntryContext, backups: BackupConfig): BackupsEntry {
  const { enabled, schedule, timezone, catchUp, retention, destination, encryption, restoreTests } = backups
  return {
    storageLocation: names.storageLocation(destination.id),
    enabled,
    schedule,
    timezone,
    catchUp,
    retention,
    ...(encryption.recipient === null ? {} : { recipient: encryption.recipient }),
    restoreTests,
  }
}
