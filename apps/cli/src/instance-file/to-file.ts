/** Turns what an instance has into the content of a file: sorted, with names instead of IDs. Pure. */
import type { BackupDestination, Connector, GitProvider, Invitation, Server } from '@longshore/sdk'
import { CliError } from '../exit-codes.ts'
import { byName } from './canonical.ts'
import { createFileNames, type EntryContext, gitProviderName } from './file-names.ts'
import type {
  ChannelEntry,
  GitProviderEntry,
  InstanceFile,
  MemberEntry,
  ServerEntry,
  StorageLocationEntry,
} from './instance-file.ts'
import { toProjectEntry } from './project-entry.ts'
import type { Instance } from './read-instance.ts'
import { channelConfigs } from './schema.ts'
import { createSecretNames } from './secret-names.ts'

export function toInstanceFile(instance: Instance): InstanceFile {
  requireUniqueNames('servers', instance.servers.map(({ name }) => name)) // biome-ignore format: one line each
  requireUniqueNames('projects', instance.projects.map(({ project }) => project.name)) // biome-ignore format: one line each
  for (const { project, environments } of instance.projects)
    requireUniqueNames(`environments of ${project.name}`, environments.map(({ environment }) => environment.name)) // biome-ignore format: one line each
  const context: EntryContext = { names: createFileNames(instance), secret: createSecretNames() }
  const { organization, alerts, domains } = instance
  return {
    version: 1,
    organization: {
      name: organization.name,
      quotas: Object.fromEntries(Object.entries(organization.quotas).sort(byName(([name]) => name))),
      members: toMembers(instance),
    },
    alertRules: toAlertRules(alerts.rules),
    gitProviders: instance.gitProviders.map((each) => toGitProvider(context, each)).sort(byName(gitProviderName)),
    registries: [...instance.registries]
      .sort(byName(({ host, username }) => `${host} ${username}`))
      .map(({ host, username }) => ({ host, username, password: context.secret('registry', host, username) })),
    servers: [...instance.servers].sort(byName(({ name }) => name)).map((each) => toServer(context, each)),
    storageLocations: [...instance.storageLocations]
      .sort(byName(({ name }) => name))
      .map((each) => toStorageLocation(context, each)),
    notificationChannels: [...instance.channels]
      .sort(byName(({ name }) => name))
      .map((each) => toChannel(context, each)),
    domains: domains
      .filter((each) => each.environmentId === null)
      .map((each) => each.hostname)
      .sort(),
    projects: [...instance.projects]
      .sort(byName(({ project }) => project.name))
      .map((each) => toProjectEntry(context, each)),
  }
}

/** Names are the references of the file. */
function requireUniqueNames(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new CliError(
      'refused',
      `Several ${kind} are named “${twice}”.`,
      'Rename all but one: the file refers to names.',
    )
}

function toMembers(instance: Instance): MemberEntry[] {
  return [...instance.members, ...listInvited(instance)]
    .map(({ email, role }) => ({ email, role }))
    .sort(byName(({ email }) => email))
}

/** Invitations of people who aren't members. A member can still have one that is pending. */
export function listInvited({ members, invitations }: Pick<Instance, 'members' | 'invitations'>): Invitation[] {
  const known = new Set(members.map(({ email }) => email.toLowerCase()))
  return invitations.filter(({ email }) => !known.has(email.toLowerCase()))
}

function toAlertRules(rules: object): Record<string, Record<string, number | boolean>> {
  return Object.fromEntries(Object.entries(rules))
}

function toGitProvider({ secret }: EntryContext, provider: GitProvider): GitProviderEntry {
  const { kind, baseUrl, accountLogin, auth, username } = provider
  const known = { kind, baseUrl, account: accountLogin }
  if (auth === 'app') return { ...known, auth }
  const host = URL.parse(baseUrl)?.host ?? kind
  return { ...known, ...(username === null ? {} : { username }), token: secret('git', host, accountLogin) }
}

function toServer({ names, secret }: EntryContext, server: Server): ServerEntry {
  const { name, host, port, username, jumpServerId, baseDomain, build } = server
  const fingerprint = server.expectedHostKeyFingerprint ?? server.hostKeys[0]?.fingerprint
  return {
    name,
    host,
    port,
    username,
    privateKey: secret('server', name, 'private_key'),
    ...(fingerprint === undefined ? {} : { hostKeyFingerprint: fingerprint }),
    ...(jumpServerId === null ? {} : { jumpServer: names.server(jumpServerId) }),
    ...(baseDomain === null ? {} : { baseDomain }),
    build,
  }
}

function toStorageLocation({ names, secret }: EntryContext, location: BackupDestination): StorageLocationEntry {
  const { name, type, s3, serverId } = location
  if (s3 !== null) {
    const { endpoint, region, bucket, prefix, pathStyle, accessKeyId, objectLock } = s3
    const secretAccessKey = secret('storage', name, 'secret_access_key')
    return { name, type, endpoint, region, bucket, prefix, pathStyle, accessKeyId, objectLock, secretAccessKey }
  }
  return { name, type, ...(serverId === null ? {} : { server: names.server(serverId) }) }
}

function toChannel({ secret }: EntryContext, channel: Connector): ChannelEntry {
  const { name, kind, config, events, projectEvents, minSeverity, status } = channel
  const given = new Map(Object.entries(config))
  const fields = Object.entries(channelConfigs.get(kind)?.properties ?? {}).flatMap(
    ([field, schema]): [string, unknown][] => {
      if (schema.writeOnly === true) return [[field, secret('channel', name, field)]]
      return given.has(field) ? [[field, given.get(field)]] : []
    },
  )
  return {
    name,
    kind,
    config: Object.fromEntries(fields),
    events: [...events].sort(),
    projectEvents: [...projectEvents].sort(),
    minSeverity,
    enabled: status !== 'disabled',
  }
}
