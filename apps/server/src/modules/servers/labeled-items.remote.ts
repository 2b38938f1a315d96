/**
 * Resources on a server with this instance's labels, and which of them are unused. Volumes contain user data: they
 * never count as unused, whatever their labels.
 */
import { type Engine, instanceLabel, isStatus } from '@longshore/remote/docker'
import { z } from 'zod'
import type { CleanupItem } from './server-tasks.schemas.ts'

/** Recently created resources may be about to be used. */
const youngSeconds = 3_600

const SizedContainers = z.array(
  z.object({
    Id: z.string(),
    Names: z.array(z.string()).nullish(),
    ImageID: z.string(),
    State: z.string(),
    Created: z.number(),
    SizeRw: z.number().nullish(),
  }),
)

const WiredContainers = z.array(
  z.object({
    Id: z.string(),
    ImageID: z.string(),
    NetworkSettings: z
      .object({ Networks: z.record(z.string(), z.object({ NetworkID: z.string() })).nullish() })
      .nullish(),
  }),
)

interface Search {
  instance: string
  /** Also returns resources in use, for the removal of the server. */
  alsoInUse?: boolean
  signal: AbortSignal
}

export async function findLabeled(
  engine: Engine,
  { instance, alsoInUse = false, signal }: Search,
): Promise<CleanupItem[]> {
  const filters = { label: [`${instanceLabel}=${instance}`] }
  const now = Date.now() / 1_000
  const isOld = (created: number) => alsoInUse || now - created > youngSeconds
  const containers = await engine.http.read(SizedContainers, {
    method: 'GET',
    path: ['containers', 'json'],
    query: { all: true, size: true, filters: JSON.stringify(filters) },
    signal,
  })
  const unused = containers.filter(
    (each) => alsoInUse || (['exited', 'dead', 'created'].includes(each.State) && isOld(each.Created)),
  )
  const gone = new Set(unused.map((each) => each.Id))
  // Includes containers of others, which may use one of our images.
  const query = { all: true }
  const everything = await engine.http.read(WiredContainers, {
    method: 'GET',
    path: ['containers', 'json'],
    query,
    signal,
  })
  const kept = everything.filter((each) => !gone.has(each.Id))
  const usedImages = new Set(kept.map((each) => each.ImageID))
  // Computed here, because the Docker Engine counts every network as dangling.
  const wires = kept.flatMap(({ NetworkSettings }) => Object.entries(NetworkSettings?.Networks ?? {}))
  const usedNetworks = new Set(wires.flatMap(([name, { NetworkID }]) => [name, NetworkID]))
  const images = await engine.listImages({ filters, signal })
  const networks = await engine.listNetworks({ filters, signal })
  return [
    ...unused.map((each) => ({
      kind: 'container' as const,
      id: each.Id,
      name: each.Names?.[0]?.replace(/^\//, '') ?? each.Id.slice(0, 12),
      bytes: each.SizeRw ?? 0,
    })),
    ...images
      .filter((each) => !usedImages.has(each.Id) && isOld(each.Created))
      .map((each) => ({
        kind: 'image' as const,
        id: each.Id,
        name: each.RepoTags[0] ?? each.Id.slice(7, 19),
        bytes: each.Size,
      })),
    ...networks
      .filter(({ Id, Name }) => !usedNetworks.has(Id) && !usedNetworks.has(Name))
      .filter((each) => isOld(Date.parse(each.Created) / 1_000))
      .map((each) => ({ kind: 'network' as const, id: each.Id, name: each.Name, bytes: 0 })),
  ]
}

/** Skips what is already removed, or is used again since it was found. Returns what was removed. */
export async function removeItems(
  engine: Engine,
  items: readonly CleanupItem[],
  signal: AbortSignal,
): Promise<CleanupItem[]> {
  const removed: CleanupItem[] = []
  for (const item of items) {
    try {
      if (item.kind === 'container') await engine.removeContainer(item.id, { force: true, signal })
      else if (item.kind === 'image') await engine.removeImage(item.id, { signal })
      else await engine.removeNetwork(item.id, { signal })
      removed.push(item)
    } catch (error) {
      if (!isStatus(error, 403, 404, 409)) throw error
    }
  }
  return removed
}
