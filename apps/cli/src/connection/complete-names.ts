/** Names from the instance, for shell completion. */
import {
  getEnvironment,
  listBackupDestinations,
  listConnectors,
  listDomains,
  listGitProviders,
  listProjects,
  listRegistries,
  listServers,
  listTrash,
} from '@longshore/sdk/operations'
import type { Context } from '../context.ts'
import { collectItems } from './collect-items.ts'
import { type Connection, connect } from './connect.ts'
import { openProfiles } from './profiles.ts'

const timeoutMs = 3_000
const maxNames = 200

/** A shell expands other characters, and would need quotes for spaces. */
const isPlain = (name: string) => /^[\w.@/+-]+$/.test(name)

type Load = (connection: Connection, signal: AbortSignal) => Promise<string[]>

/** By the placeholder of the argument or option. */
const loaders: Readonly<Record<string, Load>> = {
  PROJECT: async ({ client }, signal) =>
    (await collectItems(client.items(listProjects, {}, { signal }), maxNames)).map(({ slug }) => slug),
  ENVIRONMENT: async ({ client }, signal) => {
    const projects = await collectItems(client.items(listProjects, {}, { signal }), maxNames)
    return projects.flatMap(({ slug, environments }) => environments.map((each) => `${slug}/${each.slug}`))
  },
  SERVICE: async ({ client, link }, signal) => {
    if (link === null) return []
    const { services } = await client.call(getEnvironment, { id: link.environment.id }, { signal })
    return services.map(({ name }) => name)
  },
  SERVER: async ({ client }, signal) =>
    (await collectItems(client.items(listServers, {}, { signal }), maxNames)).map(({ name }) => name),
  HOSTNAME: async ({ client }, signal) =>
    (await collectItems(client.items(listDomains, {}, { signal }), maxNames)).map(({ hostname }) => hostname),
  STORAGE: async ({ client }, signal) =>
    (await collectItems(client.items(listBackupDestinations, {}, { signal }), maxNames)).map(({ name }) => name),
  CHANNEL: async ({ client }, signal) =>
    (await collectItems(client.items(listConnectors, {}, { signal }), maxNames)).map(({ name }) => name),
  REGISTRY: async ({ client }, signal) =>
    (await collectItems(client.items(listRegistries, {}, { signal }), maxNames)).map(({ host }) => host),
  ID: async ({ client }, signal) =>
    (await collectItems(client.items(listTrash, {}, { signal }), maxNames)).map(({ id }) => id),
  PROVIDER: async ({ client }, signal) =>
    (await collectItems(client.items(listGitProviders, {}, { signal }), maxNames)).map(
      ({ kind, accountLogin }) => `${kind}/${accountLogin}`,
    ),
}

/** Nothing if the instance doesn't respond in time: a shell that waits is worse than no suggestion. */
export async function completeNames(context: Context, kind: string, typed: string): Promise<string[]> {
  const names = await loadNames(context, kind).catch(() => [])
  return names.filter((name) => isPlain(name) && name.startsWith(typed))
}

async function loadNames(context: Context, kind: string): Promise<string[]> {
  if (kind === 'PROFILE') return await openProfiles(context.environment).names()
  const load = loaders[kind]
  return load === undefined ? [] : await load(await connect(context), AbortSignal.timeout(timeoutMs))
}
