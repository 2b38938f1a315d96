import type { Runtime } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import { tagOf } from '../image-names.policy.ts'
import { imageTag } from '../server-names.policy.ts'
import { takeDown } from './take-down.remote.ts'

const [environmentId, other, organizationId] = [newId('env'), newId('env'), newId('org')]
const id = `sha256:${'a'.repeat(64)}`

/** A server with images that have these names and no labels. */
function serverWith(tags: Set<string>): Runtime {
  const none = async () => []
  return {
    ...{ listContainers: none, listNetworks: none, listImages: none, listVolumes: none },
    removeEnvironment: async () => undefined,
    listTags: async (repository: string) => [...tags].filter((tag) => tag.startsWith(`${repository}:`)),
    removeImage: async (tag: string) => void tags.delete(tag),
  } as unknown as Runtime
}

test('removes image names of a deployment without a release together with the environment', async () => {
  const found = tagOf(environmentId, { id, isPulled: false })
  const tags = new Set([found, 'nginx:1.29', imageTag(other, 'b')])
  const records = { proxyConfiguration: async () => null, otherReleases: async () => [] }
  const run = { id: newId('run'), organizationId, input: { environmentId } }
  const context = { run, signal: new AbortController().signal, fence: 1, write: async () => undefined }
  await takeDown({ records } as unknown as EnvironmentWork, context as unknown as Parameters<typeof takeDown>[1], {
    serverId: newId('srv'),
    runtime: serverWith(tags),
    keepData: false,
  })
  expect([...tags]).toEqual(['nginx:1.29', imageTag(other, 'b')])
})
