/** Front door of archives: streams that are compressed and encrypted on their way, and opened again. */
export { ArchiveError, type ArchiveFault } from './archive-error.ts'
export { Digest } from './digest.ts'
export { type Packed, pack } from './pack.ts'
export { unpack } from './unpack.ts'
