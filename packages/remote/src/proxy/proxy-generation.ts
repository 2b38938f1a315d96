/**
 * The order of proxies. Raised with every change of the program, of its container, or of what a configuration can say; a test
 * refuses a change without it. Servers run the proxy of the highest generation that has a worker.
 */
export const proxyGeneration = 3

/** Which release's proxy servers should run, as the database says. */
export interface WantedProxy {
  /** This release's. */
  readonly isOwn: boolean
  /** Higher for each release that takes over; servers refuse a lower one than they have seen. */
  readonly claim: number
}

export type ReadWantedProxy = () => Promise<WantedProxy>

/** Where there is one release only. */
export const onlyRelease: ReadWantedProxy = async () => ({ isOwn: true, claim: 0 })
