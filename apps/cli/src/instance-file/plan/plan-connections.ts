/** Plans Git providers, registries, and servers. */
import {
  createServer,
  deleteGitProvider,
  deleteRegistry,
  deleteServer,
  listServers,
  saveGitToken,
  saveRegistry,
  updateServer,
} from '@longshore/sdk/operations'
import { collectItems } from '../../connection/collect-items.ts'
import { gitProviderName } from '../file-names.ts'
import type { GitProviderEntry, InstanceFile, RegistryEntry, ServerEntry } from '../instance-file.ts'
import { type Existing, planList } from './plan-list.ts'
import { createOnce, type FieldChange, type Planner, requireId, send } from './planner.ts'

export function planConnections(planner: Planner, file: InstanceFile): void {
  planGitProviders(planner, file.gitProviders)
  planRegistries(planner, file.registries)
  planServers(planner, file.servers)
}

function planGitProviders(planner: Planner, entries: readonly GitProviderEntry[] | undefined): void {
  const { client, instance, current, secrets, names } = planner
  const byName = new Map((current.gitProviders ?? []).map((each) => [gitProviderName(each), each]))
  // The same token for the same account replaces the credential, so it can be sent again at any time.
  const save = ({ kind, baseUrl, username, token }: GitProviderEntry) => ({
    run: async () => {
      const body = { kind, baseUrl, ...(username === undefined ? {} : { username }), token }
      await client.call<object, unknown>(saveGitToken, { body: secrets.resolve(body) })
    },
  })
  planList<GitProviderEntry>(planner, {
    kind: 'Git provider',
    phase: 'connections',
    entries,
    existing: instance.gitProviders.map(({ id, version }) => {
      const name = names.gitProvider(id)
      return { name, entry: byName.get(name) ?? {}, id, version }
    }),
    nameOf: gitProviderName,
    create: (entry) =>
      entry.auth === 'app'
        ? { blocked: 'connect the GitHub App in the dashboard, then run apply again' }
        : entry.token === undefined
          ? { blocked: 'add a token to the file' }
          : save(entry),
    change: (_, entry) => save(entry),
    remove:
      ({ id }) =>
      () =>
        client.call(deleteGitProvider, { id }),
  })
}

function planRegistries(planner: Planner, entries: readonly RegistryEntry[] | undefined): void {
  const { client, instance, current, secrets } = planner
  const nameOf = ({ host, username }: { host: string; username: string }) => `${host} as ${username}`
  const byName = new Map((current.registries ?? []).map((each) => [nameOf(each), each]))
  const save = (body: RegistryEntry) => ({
    run: async () => void (await client.call<object, unknown>(saveRegistry, { body: secrets.resolve(body) })),
  })
  planList<RegistryEntry>(planner, {
    kind: 'registry',
    phase: 'connections',
    entries,
    existing: instance.registries.map(({ id, version, ...each }) => {
      const name = nameOf(each)
      return { name, entry: byName.get(name) ?? {}, id, version }
    }),
    nameOf,
    create: save,
    change: (_, entry) => save(entry),
    remove:
      ({ id }) =>
      () =>
        client.call(deleteRegistry, { id }),
  })
}

function planServers(planner: Planner, entries: readonly ServerEntry[] | undefined): void {
  const { client, instance, current } = planner
  const byName = new Map((current.servers ?? []).map((each) => [each.name, each]))
  const wanted = new Map((entries ?? []).map((each) => [each.name, each]))
  planList<ServerEntry>(planner, {
    kind: 'server',
    phase: 'connections',
    entries: entries === undefined ? undefined : jumpServersFirst(entries),
    existing: instance.servers.map(({ id, name, version, hostKeys }) => {
      const entry = byName.get(name) ?? {}
      // Each pinned key is as good as the one that an export names.
      const given = wanted.get(name)?.hostKeyFingerprint
      const isPinned = hostKeys.some(({ fingerprint }) => fingerprint === given)
      return { name, entry: isPinned ? { ...entry, hostKeyFingerprint: given } : entry, id, version }
    }),
    nameOf: ({ name }) => name,
    optionalSecrets: () => ['privateKey', 'passphrase'],
    create: (entry) => ({ run: () => addServer(planner, entry) }),
    change: (existing, _, changes) => ({ run: () => changeServer(planner, existing, changes) }),
    remove:
      ({ id }) =>
      async () =>
        void (await client.call(deleteServer, { id })),
  })
}

/** A server that connects through another one comes after it. */
function jumpServersFirst(entries: readonly ServerEntry[]): ServerEntry[] {
  const sorted: ServerEntry[] = []
  let waiting = [...entries]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const free = waiting.filter(
      ({ jumpServer }) => jumpServer === null || jumpServer === undefined || !names.has(jumpServer),
    )
    // A circle: the instance rejects it and says why.
    sorted.push(...(free.length === 0 ? waiting : free))
    waiting = free.length === 0 ? [] : waiting.filter((each) => !free.includes(each))
  }
  return sorted
}

async function addServer(planner: Planner, entry: ServerEntry): Promise<void> {
  const { client, secrets, serverIds } = planner
  const { build, jumpServer, baseDomain, ...fields } = entry
  const content = {
    ...fields,
    ...(jumpServer === null || jumpServer === undefined
      ? {}
      : { jumpServerId: requireId(serverIds, 'server', jumpServer) }),
    ...(baseDomain === null || baseDomain === undefined ? {} : { baseDomain }),
  }
  const body = secrets.resolve(content, ['privateKey', 'passphrase'])
  const find = async () => (await collectItems(client.items(listServers))).find(({ name }) => name === entry.name)
  const exists = async () => (await find()) !== undefined
  await createOnce(client, createServer, { body }, { name: entry.name, content, exists })
  const server = await find()
  if (server === undefined) return
  serverIds.set(entry.name, server.id)
  if (build !== undefined && Object.keys(build).length > 0)
    await client.call(updateServer, { id: server.id, body: { build } })
}

async function changeServer(
  planner: Planner,
  { id, version }: Existing,
  changes: readonly FieldChange[],
): Promise<void> {
  const { serverIds } = planner
  const fields = changes.map(({ field, after }): [string, unknown] => {
    if (field !== 'jumpServer') return [field, after]
    return ['jumpServerId', typeof after === 'string' ? requireId(serverIds, 'server', after) : null]
  })
  await send(planner, updateServer, { id, body: Object.fromEntries(fields) }, version)
}
