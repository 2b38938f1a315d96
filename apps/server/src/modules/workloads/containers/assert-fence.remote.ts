/**
 * Docker has no fences, so a replaced worker that is still running could stop what a newer run started. Before
 * containers are stopped or removed, this asks the proxy, under its lock. The proxy rejects the call (stale_fence) if a
 * newer run was here, and from now on rejects older ones. It changes nothing else. A server without a running proxy has
 * no fence to compare with.
 */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'

export async function assertFence(
  runtime: Pick<Runtime, 'readProxy' | 'switchRelease'>,
  environmentId: Id<'env'>,
  { fence, signal }: Pick<StepContext<unknown>, 'fence' | 'signal'>,
): Promise<void> {
  if (!(await runtime.readProxy({ signal })).isRunning) return
  const environment = encodeId('env', environmentId)
  try {
    await runtime.switchRelease({ environment, release: null, expected: null, fence }, { signal })
  } catch (error) {
    // Something receives traffic and keeps it; the fence was compared before that.
    if (!(error instanceof RuntimeError) || error.code !== 'wrong_release') throw error
  }
}
