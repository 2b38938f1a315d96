/** Plans storage locations, notification channels, and hostnames that no environment uses. */
import {
  createBackupDestination,
  createConnector,
  deleteBackupDestination,
  deleteConnector,
  deleteDomain,
  listBackupDestinations,
  listConnectors,
  listDomains,
  registerDomain,
  updateBackupDestination,
  updateConnector,
} from '@longshore/sdk/operations'
import { collectItems } from '../../connection/collect-items.ts'
import type { ChannelEntry, InstanceFile, StorageLocationEntry } from '../instance-file.ts'
import { planList } from './plan-list.ts'
import { createOnce, type Planner, requireId, send } from './planner.ts'

export function planShared(planner: Planner, file: InstanceFile): void {
  planStorageLocations(planner, file.storageLocations)
  planChannels(planner, file.notificationChannels)
  planDomains(planner, file.domains)
}

/** Fields of a storage location that can change. */
const changeable = ['accessKeyId', 'secretAccessKey', 'objectLock']

function planStorageLocations(planner: Planner, entries: readonly StorageLocationEntry[] | undefined): void {
  const { client, instance, current, secrets, serverIds } = planner
  const byName = new Map((current.storageLocations ?? []).map((each) => [each.name, each]))
  planList<StorageLocationEntry>(planner, {
    kind: 'storage location',
    phase: 'shared',
    entries,
    existing: instance.storageLocations.map(({ id, name, version }) => ({
      name,
      entry: byName.get(name) ?? {},
      id,
      version,
    })),
    nameOf: ({ name }) => name,
    create: (entry) => ({
      run: async () => {
        const { server, ...content } = entry
        const at = server === undefined ? {} : { serverId: requireId(serverIds, 'server', server) }
        const body = { ...Object(secrets.resolve(content)), ...at }
        const exists = async () =>
          (await collectItems(client.items(listBackupDestinations))).some(({ name }) => name === entry.name)
        await createOnce(client, createBackupDestination, { body }, { name: entry.name, content, exists })
      },
    }),
    change: ({ id, version }, { accessKeyId, secretAccessKey, objectLock }, changes) => {
      const fixed = changes.filter(({ field }) => !changeable.includes(field)).map(({ field }) => field)
      if (fixed.length > 0)
        return { blocked: `${fixed.join(', ')} can't change, because existing backups would become unreachable` }
      const body = () => secrets.resolve({ accessKeyId, secretAccessKey, objectLock })
      return { run: async () => void (await send(planner, updateBackupDestination, { id, body: body() }, version)) }
    },
    remove:
      ({ id }) =>
      () =>
        client.call(deleteBackupDestination, { id }),
  })
}

function planChannels(planner: Planner, entries: readonly ChannelEntry[] | undefined): void {
  const { client, instance, current } = planner
  const byName = new Map((current.notificationChannels ?? []).map((each) => [each.name, each]))
  planList<ChannelEntry>(planner, {
    kind: 'notification channel',
    phase: 'shared',
    entries,
    existing: instance.channels.map(({ id, name, version }) => ({ name, entry: byName.get(name) ?? {}, id, version })),
    nameOf: ({ name }) => name,
    optionalSecrets: optionalFields,
    create: (entry) => ({ run: () => addChannel(planner, entry) }),
    change: ({ id, version }, entry, changes) => {
      if (changes.some(({ field }) => field === 'kind'))
        return { blocked: "the kind can't change. Choose another name for the new channel" }
      const fields = changes.map(({ field, after }): [string, unknown] => [
        field,
        field === 'config' ? resolveConfig(planner, entry) : after,
      ])
      const body = Object.fromEntries(fields)
      return { run: async () => void (await send(planner, updateConnector, { id, body }, version)) }
    },
    remove:
      ({ id }) =>
      () =>
        client.call(deleteConnector, { id }),
  })
}

function resolveConfig({ secrets }: Planner, entry: ChannelEntry): unknown {
  return secrets.resolve(entry.config, optionalFields(entry))
}

/** Public topics of ntfy have no token. */
function optionalFields({ kind }: ChannelEntry): readonly string[] {
  return kind === 'ntfy' ? ['token'] : []
}

async function addChannel(planner: Planner, entry: ChannelEntry): Promise<void> {
  const { client } = planner
  const { enabled, ...content } = entry
  const body = { ...content, config: resolveConfig(planner, entry) }
  const find = async () => (await collectItems(client.items(listConnectors))).find(({ name }) => name === entry.name)
  const exists = async () => (await find()) !== undefined
  await createOnce(client, createConnector, { body }, { name: entry.name, content, exists })
  if (enabled !== false) return
  const created = await find()
  if (created !== undefined) await client.call(updateConnector, { id: created.id, body: { enabled } })
}

function planDomains(planner: Planner, hostnames: readonly string[] | undefined): void {
  const { client, instance } = planner
  planList<{ hostname: string }>(planner, {
    kind: 'domain',
    phase: 'shared',
    entries: hostnames?.map((hostname) => ({ hostname })),
    existing: instance.domains.map(({ id, hostname, version }) => ({
      name: hostname,
      entry: { hostname },
      id,
      version,
    })),
    nameOf: ({ hostname }) => hostname,
    create: ({ hostname }) => ({
      run: async () => {
        const exists = async () =>
          (await collectItems(client.items(listDomains))).some((each) => each.hostname === hostname)
        await createOnce(client, registerDomain, { body: { hostname } }, { name: hostname, content: null, exists })
      },
    }),
    change: () => ({ run: () => Promise.resolve() }),
    remove: ({ id }) => {
      const isAttached = instance.domains.some((each) => each.id === id && each.environmentId !== null)
      return isAttached ? undefined : () => client.call(deleteDomain, { id })
    },
  })
}
