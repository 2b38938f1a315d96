/** Writes an exported file as a person could: with defaults, nulls, spaces, slashes, and lists in another order. */
import type {
  DomainEntry,
  EnvironmentEntry,
  InstanceFile,
  PreviewsEntry,
  ProjectEntry,
  ServiceEntry,
  VariableEntry,
} from '../../../apps/cli/src/instance-file/instance-file.ts'
import { serviceSchema } from '../../../apps/cli/src/instance-file/schema.ts'

export function respell(file: InstanceFile): InstanceFile {
  const { organization, gitProviders, registries, servers, storageLocations, notificationChannels, domains } = file
  return {
    ...file,
    organization: {
      ...organization,
      name: padded(organization?.name),
      members: reversed(organization?.members).map((each) => ({ ...each, email: each.email.toUpperCase() })),
    },
    gitProviders: reversed(gitProviders).map((each) => ({ auth: 'token', ...each, baseUrl: `${each.baseUrl}/` })),
    registries: reversed(registries).map((each) => ({ ...each, host: `https://${each.host.toUpperCase()}/` })),
    servers: reversed(servers).map(({ name, host, jumpServer, baseDomain, ...each }) => ({
      ...each,
      name: padded(name),
      host: host === '::1' ? '0:0::0001' : host.toUpperCase(),
      jumpServer: jumpServer ?? null,
      baseDomain: baseDomain?.toUpperCase() ?? null,
    })),
    storageLocations: reversed(storageLocations).map(({ name, endpoint, ...each }) => ({
      ...each,
      name: padded(name),
      ...(endpoint === undefined ? {} : { endpoint: `${endpoint}/` }),
    })),
    notificationChannels: reversed(notificationChannels).map((each) => ({
      ...each,
      name: padded(each.name),
      config: Object.fromEntries(Object.entries(each.config).map(([field, value]) => [field, withSlash(value)])),
      events: [...reversed(each.events), ...(each.events ?? [])],
      projectEvents: reversed(each.projectEvents),
    })),
    domains: reversed(domains).map(withDot),
    projects: reversed(file.projects).map(respellProject),
  }
}

function respellProject(project: ProjectEntry): ProjectEntry {
  const { description, repository, previews, notifications, environments } = project
  const { url, rootDirectory = '.' } = repository ?? {}
  return {
    ...project,
    name: padded(project.name),
    description: description === undefined || description === null ? null : `\n${description}\n`,
    ...(repository === undefined
      ? {}
      : {
          repository: {
            ...repository,
            ...(url === undefined ? {} : { url: `${url}.git/` }),
            rootDirectory: `./${rootDirectory}/`,
          },
        }),
    previews: previews === undefined ? { enabled: false } : respellPreviews(previews),
    notifications: reversed(notifications).map((each) => ({
      ...each,
      channel: padded(each.channel),
      events: reversed(each.events),
      environments: each.environments?.map(padded) ?? null,
    })),
    environments: reversed(environments).map(respellEnvironment),
  }
}

function respellPreviews(previews: PreviewsEntry): PreviewsEntry {
  return {
    templateEnvironment: null,
    seedCommand: null,
    ...previews,
    allowedSecrets: reversed(previews.allowedSecrets),
    variables: reversed(previews.variables).map((each) => ({ scope: 'runtime', ...each })),
  }
}

function respellEnvironment(environment: EnvironmentEntry): EnvironmentEntry {
  const { name, services, variables, domains, autoDeploy, backups } = environment
  return {
    server: null,
    buildServer: null,
    ...environment,
    name: padded(name),
    services: (services ?? []).map(respellService),
    variables: reversed(variables).map((each): VariableEntry => ({ scope: 'runtime', sealed: false, ...each })),
    domains: reversed(domains).map(respellDomain),
    autoDeploy: autoDeploy ?? { enabled: false },
    ...(backups === undefined
      ? {}
      : { backups: { recipient: null, ...backups, schedule: padded(backups.schedule ?? '') } }),
  }
}

const pathFields = ['rootDirectory', 'dockerfile', 'context', 'outputDirectory']

function respellService(service: ServiceEntry): ServiceEntry {
  const defaults = Object.entries(serviceSchema.properties ?? {}).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  )
  const source = Object.entries(Object(service.source)).map(([field, value]) => [
    field,
    pathFields.includes(field) ? `.//${String(value)}/` : value,
  ])
  return {
    ...Object.fromEntries(defaults),
    ...service,
    ...(source.length === 0 ? {} : { source: Object.fromEntries(source) }),
  }
}

function respellDomain(domain: DomainEntry): DomainEntry {
  const { redirects, paths } = domain
  const { rules = [] } = Object(redirects)
  return {
    ...{ hsts: null, basicAuth: null, maxBodyBytes: null, maintenance: null },
    ...domain,
    hostname: withDot(domain.hostname),
    paths:
      paths === undefined || paths === null ? null : paths.map((each) => ({ stripPrefix: false, ...each })).reverse(),
    redirects:
      redirects === undefined || redirects === null
        ? null
        : { www: false, ...redirects, rules: rules.map((each: object) => ({ match: 'exact', status: 308, ...each })) },
  }
}

function reversed<Entry>(entries: readonly Entry[] = []): Entry[] {
  return [...entries].reverse()
}

function padded(text = ''): string {
  return ` ${text} `
}

function withDot(hostname: string): string {
  return `${hostname.toUpperCase()}.`
}

function withSlash(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('https://') ? `${value}/` : value
}
