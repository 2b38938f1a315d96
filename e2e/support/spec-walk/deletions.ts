/** Deletes everything, dependent resources first. */
import type { Walker } from './walker.ts'

export interface Made {
  readonly stagingId: string
  readonly domainId: string
  readonly projectId: string
  readonly providerId: string
  readonly serverId: string
}

export async function walkFarewell(walker: Walker, made: Made): Promise<void> {
  const { stagingId, domainId, projectId, providerId, serverId } = made
  await walker.call('DELETE /environments/:id', { path: { id: stagingId } })
  await untilGone(walker, `/environments/${stagingId}`)
  await walker.call('DELETE /projects/:id', { path: { id: projectId } })
  await untilGone(walker, `/projects/${projectId}`)
  await walker.call('DELETE /domains/:id', { path: { id: domainId } })
  await walker.call('DELETE /git-providers/:id', { path: { id: providerId } })
  await walker.call('DELETE /servers/:id', { path: { id: serverId } })
  await untilGone(walker, `/servers/${serverId}`)
}

async function untilGone(walker: Walker, path: string): Promise<void> {
  await walker.pollUntil(path, ({ status }) => status === 404)
}
