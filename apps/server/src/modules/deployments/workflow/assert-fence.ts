/**
 * Docker knows no fences: a worker that was replaced without noticing could stop what a newer run started. So whatever stops or removes
 * containers asks the proxy first, under its lock. It refuses (stale_fence) when a newer run was here, and from then on refuses older
 * ones. Nothing else changes. A server without a running proxy has no fence to compare with.
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
    // Something has the traffic, and keeps it: the fence was compared before that.
    if (!(error instanceof RuntimeError) || error.code !== 'wrong_release') throw error
  }
}
