/** Front door of git: refs of a remote, a commit of it, the blobs of that. */
export { createGitSource } from './create-git-source.ts'
export { entriesBelow } from './export-tree.ts'
export type {
  BlobReader,
  Call,
  Checkout,
  Credential,
  FetchedCommit,
  FetchedSource,
  GitSource,
  GitSourceOptions,
  Ref,
  Remote,
  RemoteRefs,
  SourceEntry,
  SourceLimits,
  SourceListing,
} from './source.ts'
export { isPassing, SourceError, type SourceErrorCode, sourceErrorCodes } from './source-error.ts'
