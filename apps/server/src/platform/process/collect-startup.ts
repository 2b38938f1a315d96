/**
 * Collects garbage once after startup. An idle process allocates nothing, so V8 would keep that garbage for hours and
 * take memory from the apps on a small machine.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const afterMs = 5_000

export function collectStartup(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect()
  }, afterMs).unref()
}
