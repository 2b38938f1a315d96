/** Front door of git: refs of a remote, a commit of it, the blobs of that. */
export type { Call, Credential, FetchedCommit, FetchedSource, GitSource, Ref, Remote, RemoteRefs } from './source.ts'
