/**
 * What starting left behind is collected once. A process that then has nothing to do allocates nothing, so V8 would keep it for
 * hours, and on a small machine it is the apps that go without.
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
