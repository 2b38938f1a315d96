/** Brings the content of a file into the form that an export has, so that both can be compared. Pure. */
import {
  toBaseUrl,
  toChannelUrl,
  toEndpoint,
  toHostname,
  toRegistryHost,
  toServerHost,
  trim,
} from './canonical-text.ts'
import type { ChannelEntry, GitProviderEntry, InstanceFile, ServerEntry } from './instance-file.ts'
import { normalizeFields, toSet } from './normalize-fields.ts'
import { normalizeProject } from './normalize-project.ts'

export function normalizeFile(file: InstanceFile): InstanceFile {
  return normalizeFields(file, {
    organization: (each) => normalizeFields(each, { name: trim }),
    gitProviders: (entries) => entries.map(normalizeGitProvider),
    registries: (entries) => entries.map((each) => normalizeFields(each, { host: toRegistryHost })),
    servers: (entries) => entries.map(normalizeServer),
    storageLocations: (entries) =>
      entries.map((each) => normalizeFields(each, { name: trim, endpoint: toEndpoint, server: trim })),
    notificationChannels: (entries) => entries.map(normalizeChannel),
    domains: (hostnames) => hostnames.map(toHostname),
    projects: (entries) => entries.map(normalizeProject),
  })
}

function normalizeGitProvider(provider: GitProviderEntry): GitProviderEntry {
  const { auth, ...rest } = normalizeFields(provider, { baseUrl: toBaseUrl })
  return auth === 'app' ? { ...rest, auth } : rest
}

function normalizeServer(server: ServerEntry): ServerEntry {
  const baseDomain = (text: string) => text.toLowerCase()
  return normalizeFields(server, { name: trim, host: toServerHost, jumpServer: trim, baseDomain })
}

function normalizeChannel(channel: ChannelEntry): ChannelEntry {
  return normalizeFields(channel, {
    name: trim,
    config: (config) => Object.fromEntries(Object.entries(config).map(([field, value]) => [field, toConfig(value)])),
    events: toSet,
    projectEvents: toSet,
  })
}

function toConfig(value: unknown): unknown {
  return typeof value === 'string' ? toChannelUrl(value) : value
}
