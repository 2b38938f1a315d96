/** Runs a build that exceeds its memory limit: if the kernel doesn't end it, the limit isn't enforced. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '../../runtime/runtime.ts'
import { RuntimeError } from '../../runtime/runtime-error.ts'
import { type RunBuild, runBuild } from '../run-build.ts'
import type { VerifyLimits } from './build-cgroup.ts'
import { limitsImage } from './limits-image.ts'

const tag = 'longshore/build-limits:proof'
const timeMs = 60_000

export function createLimitVerification(run: RunBuild, call: Call): VerifyLimits {
  return async (cgroupParent) => {
    const folder = await mkdtemp(join(run.runtimeDirectory ?? tmpdir(), 'ls-proof-'))
    const dockerfile = join(folder, 'Dockerfile')
    await writeFile(dockerfile, `FROM ${limitsImage}\nRUN ["/limits", "allocate"]\n`)
    const limits = { memoryBytes: 0, cpus: 0, pids: 0, timeMs, outputBytes: 1_000_000, diskReserveBytes: 0 }
    const request = {
      tag,
      labels: {},
      target: null,
      arguments: [],
      secrets: [],
      useCache: false,
      cacheNamespace: 'limits',
      limits,
    }
    try {
      const place = { ...run.place, cgroupParent }
      await runBuild(
        { ...request, contextDirectory: folder, dockerfile },
        { ...call, onOutput: () => undefined },
        { ...run, place },
      )
      return false
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error
      return error.code === 'build_out_of_memory'
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
