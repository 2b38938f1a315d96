import { RuntimeError } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { assertFence } from './assert-fence.remote.ts'

const context = { fence: 7, signal: new AbortController().signal }
const environmentId = newId('env')

function proxyThat(answer: () => Promise<{ previous: string | null; isChange: boolean }>, isRunning = true) {
  const asked: unknown[] = []
  const runtime = {
    readProxy: async () => ({ isRunning }) as never,
    switchRelease: (wanted: unknown) => {
      asked.push(wanted)
      return answer()
    },
  }
  return { runtime, asked }
}

test('rejects when a newer run has raised the fence', async () => {
  const { runtime } = proxyThat(() => Promise.reject(new RuntimeError('stale_fence', 'older')))
  await expect(assertFence(runtime, environmentId, context)).rejects.toMatchObject({ code: 'stale_fence' })
})

test('traffic stays where it is', async () => {
  const { runtime, asked } = proxyThat(() => Promise.reject(new RuntimeError('wrong_release', 'dep_a has the traffic')))
  await assertFence(runtime, environmentId, context)
  // The request must expect that nothing receives traffic, because any other request could take traffic away.
  expect(asked).toMatchObject([{ release: null, expected: null, fence: 7 }])
})

test('does not create a proxy on a server without one', async () => {
  const { runtime, asked } = proxyThat(() => Promise.reject(new Error('asked')), false)
  await assertFence(runtime, environmentId, context)
  expect(asked).toEqual([])
})
