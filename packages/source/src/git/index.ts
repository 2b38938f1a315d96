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
