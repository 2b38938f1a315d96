/** Brings the content of a file into the form that an export has, so that both can be compared. Pure. */
import { withoutDefaults } from './canonical.ts'
import { toHostname } from './hostnames.ts'
import type { DomainEntry, EnvironmentEntry, InstanceFile, ProjectEntry } from './instance-file.ts'
import { toServiceEntry } from './project-entry.ts'
import { redirectsSchema } from './schema.ts'

export function normalizeFile(file: InstanceFile): InstanceFile {
  const { domains, notificationChannels, projects } = file
  return {
    ...file,
    ...(domains === undefined ? {} : { domains: domains.map(toHostname) }),
    ...(notificationChannels === undefined
      ? {}
      : { notificationChannels: notificationChannels.map((each) => withSorted(each, ['events', 'projectEvents'])) }),
    ...(projects === undefined ? {} : { projects: projects.map(normalizeProject) }),
  }
}

function normalizeProject(project: ProjectEntry): ProjectEntry {
  const { previews, notifications, environments } = project
  return {
    ...project,
    ...(previews === undefined ? {} : { previews: withSorted(previews, ['allowedSecrets']) }),
    ...(notifications === undefined
      ? {}
      : { notifications: notifications.map((each) => withSorted(each, ['events', 'environments'])) }),
    ...(environments === undefined ? {} : { environments: environments.map(normalizeEnvironment) }),
  }
}

function normalizeEnvironment(environment: EnvironmentEntry): EnvironmentEntry {
  const { services, domains } = environment
  return {
    ...environment,
    ...(services === undefined ? {} : { services: services.map(toServiceEntry) }),
    ...(domains === undefined ? {} : { domains: domains.map(normalizeDomain) }),
  }
}

const hstsDefaults = { maxAgeSeconds: 31_536_000, includeSubdomains: false, preload: false }

function normalizeDomain(domain: DomainEntry): DomainEntry {
  const { hostname, redirects, hsts } = domain
  return {
    ...domain,
    hostname: toHostname(hostname),
    ...(redirects === undefined ? {} : { redirects: normalizeRedirects(redirects) }),
    ...(hsts === undefined || hsts === null ? {} : { hsts: { ...hstsDefaults, ...hsts } }),
  }
}

export function normalizeRedirects(redirects: object | null): object | null {
  const { www, ...rest } = Object(withoutDefaults(redirectsSchema, redirects))
  const kept = { ...(www === true ? { www } : {}), ...rest }
  return Object.keys(kept).length === 0 ? null : kept
}

/** These lists are sets. */
function withSorted<Entry extends object>(entry: Entry, fields: readonly (keyof Entry)[]): Entry {
  const copy = { ...entry }
  for (const field of fields) {
    const value: unknown = copy[field]
    if (Array.isArray(value)) Object.assign(copy, { [field]: [...new Set(value)].sort() })
  }
  return copy
}
