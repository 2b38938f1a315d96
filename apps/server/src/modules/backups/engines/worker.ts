export { compareContent } from './compare-content.policy.ts'
export {
  type DatabaseSite,
  dumpContainer,
  dumpVolumeContainer,
  fillContainer,
  siteOf,
  type VolumeSite,
  volumeContainer,
} from './dump-containers.remote.ts'
export { scanDump } from './scan/scan-dump.policy.ts'
export { DataThread } from './thread/data-thread.remote.ts'
export type { PassedDump } from './thread/thread-messages.remote.ts'
