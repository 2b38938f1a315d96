/** Chooses one of the proxies on a server; pure. */
import type { ProxyContainer } from './proxy-container.ts'

/**
 * `ownVersion` requires the proxy of this release. Null means that a newer release manages the servers, so its proxy is
 * used.
 */
export function chooseProxy(proxies: readonly ProxyContainer[], ownVersion: string | null): ProxyContainer | undefined {
  const running = newestFirst(proxies).filter(({ isRunning }) => isRunning)
  return ownVersion === null ? running[0] : running.find(({ version }) => version === ownVersion)
}

/** The order is the same for all workers. */
export function newestFirst(proxies: readonly ProxyContainer[]): ProxyContainer[] {
  return proxies.toSorted((one, other) => other.generation - one.generation || (one.version < other.version ? -1 : 1))
}
