export { ArchiveError, type ArchiveFault } from './archive-error.ts'
export { Digest } from './digest.ts'
export { type Packed, pack } from './pack.ts'
export { unpack } from './unpack.ts'
