export { compareContent } from './compare-content.policy.ts'
export { scanDump } from './scan/scan-dump.ts'
export {
  type DatabaseSite,
  dumpContainer,
  dumpVolumeContainer,
  fillContainer,
  siteOf,
  type VolumeSite,
  volumeContainer,
} from './workflow/dump-containers.ts'
export { DataThread } from './workflow/thread/data-thread.ts'
export type { PassedDump } from './workflow/thread/messages.ts'
