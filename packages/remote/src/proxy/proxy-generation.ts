/**
 * The order of proxies. Raise it with every change of the program, of its container, or of what a configuration can
 * contain; a test rejects a change without it. Servers run the proxy of the highest generation that has a worker.
 */
export const proxyGeneration = 11

/** The release whose proxy the servers should run, as the database records it. */
export interface WantedProxy {
  /** True for this release. */
  readonly isOwn: boolean
  /** Higher for each release that takes over; servers refuse a lower one than they have seen. */
  readonly claim: number
}

export type ReadWantedProxy = () => Promise<WantedProxy>

/** Used by instances with a single release. */
export const onlyRelease: ReadWantedProxy = async () => ({ isOwn: true, claim: 0 })
