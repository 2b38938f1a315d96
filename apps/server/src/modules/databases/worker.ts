/** Front door of databases on the worker's side: their dumps, and what is in those. */
export { compareContent } from './compare-content.policy.ts'
export { type DumpScan, scanDump } from './scan/scan-dump.ts'
export {
  type DatabaseSite,
  dumpContainer,
  dumpVolumeContainer,
  fillContainer,
  siteOf,
  type VolumeSite,
  volumeContainer,
} from './workflow/dump-containers.ts'
