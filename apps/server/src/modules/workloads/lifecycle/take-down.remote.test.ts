import type { Runtime } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import { tagOf } from '../image-names.policy.ts'
import { imageTag } from '../server-names.policy.ts'
import { takeDown } from './take-down.remote.ts'

const [environmentId, other, organizationId] = [newId('env'), newId('env'), newId('org')]
const id = `sha256:${'a'.repeat(64)}`

/** A server with images that have these names and no labels. Its proxy refuses calls unless it runs. */
function serverWith(tags: Set<string>, hasProxy = true): Runtime {
  const none = async () => []
  return {
    ...{ listContainers: none, listNetworks: none, listImages: none, listVolumes: none },
    readProxy: async () => ({ isRunning: hasProxy }),
    async removeEnvironment() {
      if (!hasProxy) throw new Error('port is already allocated')
    },
    listTags: async (repository: string) => [...tags].filter((tag) => tag.startsWith(`${repository}:`)),
    removeImage: async (tag: string) => void tags.delete(tag),
  } as unknown as Runtime
}

async function removeFrom(runtime: Runtime): Promise<void> {
  const records = { proxyConfiguration: async () => null, otherReleases: async () => [] }
  const run = { id: newId('run'), organizationId, input: { environmentId } }
  const context = { run, signal: new AbortController().signal, fence: 1, write: async () => undefined }
  const on = { serverId: newId('srv'), runtime, keepData: false }
  await takeDown({ records } as unknown as EnvironmentWork, context as unknown as Parameters<typeof takeDown>[1], on)
}

test('removes image names of a deployment without a release together with the environment', async () => {
  const found = tagOf(environmentId, { id, isPulled: false })
  const tags = new Set([found, 'nginx:1.29', imageTag(other, 'b')])
  await removeFrom(serverWith(tags))
  expect([...tags]).toEqual(['nginx:1.29', imageTag(other, 'b')])
})

test('removes an environment while another program has the ports of the proxy', async () => {
  const tags = new Set([imageTag(environmentId, 'a')])
  await removeFrom(serverWith(tags, false))
  expect([...tags]).toEqual([])
})
