/** Repositories of other people, read with the git program: nothing of theirs is checked out, run or followed. */

export interface Remote {
  /** https only, unless the operator's policy names the address (a forge on the same machine). Never holds a credential. */
  readonly url: string
  readonly credential: Credential | null
}

export interface Credential {
  readonly username: string
  readonly password: string
}

export interface Call {
  readonly signal: AbortSignal
  readonly deadlineMs?: number
}

export interface RemoteRefs {
  /** Null: the repository is empty or its HEAD names no branch. */
  readonly defaultBranch: string | null
  readonly branches: readonly { readonly name: string; readonly commit: string }[]
}

export interface FetchedCommit {
  readonly sha: string
  readonly message: string
  readonly author: string
  readonly committedAt: Date
}

export type Ref = { readonly branch: string } | { readonly commit: string }

export interface GitSource {
  refs(remote: Remote, call: Call): Promise<RemoteRefs>
  /** Depth 1 into a bare repository of its own; disposing it removes the folder. */
  fetch(remote: Remote, ref: Ref, call: Call): Promise<FetchedSource>
}

export interface FetchedSource extends AsyncDisposable {
  readonly commit: FetchedCommit
  /** Bare repository. */
  readonly directory: string
}
