/** Brings the projects of a file into the form that an export has. Pure. */
import { byName, withoutDefaults } from './canonical.ts'
import { toHostname, toRepositoryPath, toRepositoryUrl, trim } from './canonical-text.ts'
import type { DomainEntry, EnvironmentEntry, ProjectEntry, ServiceEntry, VariableEntry } from './instance-file.ts'
import { normalizeFields, toSet } from './normalize-fields.ts'
import { inStatusOrder, toPathEntries, toServiceEntry, variableName } from './project-entry.ts'
import { redirectsSchema } from './schema.ts'

export function normalizeProject(project: ProjectEntry): ProjectEntry {
  return normalizeFields(project, {
    name: trim,
    description: trim,
    repository: (each) => normalizeFields(each, { url: toRepositoryUrl, rootDirectory: toRepositoryPath }),
    composeProfiles: toSet,
    previews: (each) =>
      normalizeFields(each, { templateEnvironment: trim, allowedSecrets: toSet, variables: normalizePreviewVariables }),
    notifications: (entries) =>
      entries.map((each) =>
        normalizeFields(each, { channel: trim, events: toSet, environments: (names) => toSet(names.map(trim)) }),
      ),
    environments: (entries) => entries.map(normalizeEnvironment),
  })
}

/** The plan compares the whole list, so it has the order of an export. */
function normalizePreviewVariables(variables: readonly VariableEntry[]): VariableEntry[] {
  return variables
    .map(({ scope = 'runtime', expand = false, ...rest }) => ({
      ...rest,
      ...(scope === 'runtime' ? {} : { scope }),
      ...(expand ? { expand } : {}),
    }))
    .sort(byName(variableName))
}

function normalizeEnvironment(environment: EnvironmentEntry): EnvironmentEntry {
  return normalizeFields(environment, {
    name: trim,
    server: trim,
    buildServer: trim,
    services: (entries) => entries.map(normalizeService),
    domains: (entries) => entries.map(normalizeDomain),
    backups: (each) => normalizeFields(each, { storageLocation: trim, schedule: trim }),
  })
}

const pathFields = new Set(['rootDirectory', 'dockerfile', 'context', 'outputDirectory'])

function normalizeService(service: ServiceEntry): ServiceEntry {
  const { source } = service
  if (typeof source !== 'object' || source === null) return toServiceEntry(service)
  const fields = Object.entries(source).map(([field, value]) => [
    field,
    pathFields.has(field) && typeof value === 'string' ? toRepositoryPath(value) : value,
  ])
  const cleaned: ServiceEntry = { ...service, source: Object.fromEntries(fields) }
  return toServiceEntry(cleaned)
}

const hstsDefaults = { maxAgeSeconds: 31_536_000, includeSubdomains: false, preload: false }

function normalizeDomain(domain: DomainEntry): DomainEntry {
  const { redirects, ...rest } = normalizeFields(domain, {
    hostname: toHostname,
    hsts: (each) => ({ ...hstsDefaults, ...each }),
    errorPages: inStatusOrder,
    paths: toPathEntries,
  })
  return redirects === undefined ? rest : { ...rest, redirects: normalizeRedirects(redirects) }
}

/** Redirects of a domain that has none. */
export const noRedirects = { www: false, rules: [] }

/** Fields that are given stay, so that a file can turn something off. */
function normalizeRedirects(redirects: object | null): object {
  if (redirects === null) return noRedirects
  const { rules } = Object(withoutDefaults(redirectsSchema, redirects))
  return { ...redirects, ...('rules' in redirects ? { rules: rules ?? [] } : {}) }
}
