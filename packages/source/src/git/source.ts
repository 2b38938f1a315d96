/** Reads repositories with the git program. Nothing in them is checked out, run, or followed. */

export interface Remote {
  /**
   * Only https, unless `mayUseHttp` allows http for the address (a Git provider on the same machine). Never contains a
   * credential.
   */
  readonly url: string
  /** Sent only to the host of the URL. */
  readonly credential: Credential | null
}

export interface Credential {
  readonly username: string
  readonly password: string
}

export interface Call {
  readonly signal: AbortSignal
  /** Limited by `limits.timeMs`. */
  readonly deadlineMs?: number
}

export interface RemoteRefs {
  /** Null when the repository is empty or its HEAD names no branch. */
  readonly defaultBranch: string | null
  readonly branches: readonly { readonly name: string; readonly commit: string }[]
  /** Empty unless the call asks for tags. An annotated tag has the commit that it names. */
  readonly tags: readonly { readonly name: string; readonly commit: string }[]
}

export interface FetchedCommit {
  readonly sha: string
  readonly message: string
  readonly author: string
  readonly committedAt: Date
}

/** The branch `HEAD` is the default branch of the remote. */
export type Ref = { readonly branch: string } | { readonly commit: string }

export interface GitSource extends AsyncDisposable {
  refs(remote: Remote, call: Call & { readonly hasTags?: boolean }): Promise<RemoteRefs>
  /** Returns up to `limit` commits, newest first, without their files. */
  history(remote: Remote, ref: Ref, call: Call & { readonly limit: number }): Promise<FetchedCommit[]>
  /**
   * Fetches with depth 1 into a new bare repository. Disposing it removes the folder. With `as-needed`, blobs are left
   * for `obtain` if the server supports that: an analysis reads only a part of a large repository.
   */
  fetch(remote: Remote, ref: Ref, call: Call & { readonly contents?: 'whole' | 'as-needed' }): Promise<FetchedSource>
}

export interface FetchedSource extends AsyncDisposable {
  readonly commit: FetchedCommit
  /** Path of the bare repository. */
  readonly directory: string
  /** Lists every entry with a printable name. Links and submodules are listed and never followed. */
  list(call: Call): Promise<SourceListing>
  /** Fetches missing blobs. Some can remain absent: large ones, and those that the server doesn't return. */
  obtain(ids: readonly string[], call: Call): Promise<void>
  /** Starts one program that reads blobs until it is disposed. */
  openBlobs(): BlobReader
  /**
   * Writes a folder of the commit to disk, with links as links. Disposing removes it. Requires a commit that was
   * fetched with all contents.
   */
  export(folder: string, call: Call): Promise<Checkout>
}

export interface Checkout extends AsyncDisposable {
  readonly directory: string
  readonly files: number
  readonly bytes: number
}

export interface SourceListing {
  /** Sorted by path. */
  readonly entries: readonly SourceEntry[]
  /** Number of omitted entries: names that aren't UTF-8, contain control characters, or would leave the tree. */
  readonly skipped: number
}

export interface SourceEntry {
  readonly path: string
  readonly kind: 'file' | 'link' | 'submodule'
  readonly id: string
  readonly isExecutable: boolean
}

export interface BlobReader extends AsyncDisposable {
  /** Returns sizes in the order of the ids; null for an absent blob. */
  sizes(ids: readonly string[], signal: AbortSignal): Promise<(number | null)[]>
  /**
   * Returns contents in the order of the ids; null for an object that is absent, not a blob, or larger than the limit.
   */
  read(ids: readonly string[], signal: AbortSignal): Promise<(Buffer | null)[]>
}

export interface SourceLimits {
  /** Time limit of one call, fetch, or listing. */
  readonly timeMs: number
  /** Limit of the disk space during a fetch, and of one pack. */
  readonly repositoryBytes: number
  readonly files: number
  /** Limit of all files of a checkout together. */
  readonly checkoutBytes: number
  /** Larger blobs are not read. */
  readonly blobBytes: number
  /** Memory limit of one git process. */
  readonly memoryBytes: number
  /** Number of concurrent fetches; further ones wait. */
  readonly atOnce: number
}

export interface GitSourceOptions {
  /**
   * Returns the allowed IP addresses of a host. Git connects to these and resolves nothing. Rejects when there are
   * none.
   */
  resolve(host: string, port: number, signal: AbortSignal): Promise<readonly string[]>
  /** Decides whether http is allowed for an address: only where the operator's policy names it. Default: never. */
  mayUseHttp?(address: string, port: number): boolean
  /** Folder for fetched repositories. Default: the system's temporary folder. */
  readonly runtimeDirectory?: string
  /** Certificates (PEM) to trust instead of the system's. */
  readonly certificateFile?: string
  readonly limits?: Partial<SourceLimits>
}
