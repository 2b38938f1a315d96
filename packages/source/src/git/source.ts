/** Repositories of other people, read with the git program: nothing of theirs is checked out, run or followed. */

export interface Remote {
  /** https only, unless `mayUseHttp` says so of its address (a forge on the same machine). Never holds a credential. */
  readonly url: string
  /** Answered to the URL's own host and to nobody else. */
  readonly credential: Credential | null
}

export interface Credential {
  readonly username: string
  readonly password: string
}

export interface Call {
  readonly signal: AbortSignal
  /** At most what the limits say. */
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

/** `HEAD` as a branch is the remote's default branch. */
export type Ref = { readonly branch: string } | { readonly commit: string }

export interface GitSource extends AsyncDisposable {
  refs(remote: Remote, call: Call): Promise<RemoteRefs>
  /**
   * Depth 1 into a bare repository of its own; disposing it removes the folder. `as-needed` leaves the blobs for `obtain`,
   * where the server can do that: an analysis reads a part of a large repository.
   */
  fetch(remote: Remote, ref: Ref, call: Call & { readonly contents?: 'whole' | 'as-needed' }): Promise<FetchedSource>
}

export interface FetchedSource extends AsyncDisposable {
  readonly commit: FetchedCommit
  /** Bare repository. */
  readonly directory: string
  /** Every entry whose name can be shown; links and submodules are listed and never followed. */
  list(call: Call): Promise<SourceListing>
  /** Makes blobs present that are not. Some may stay absent: those that the server does not hand out, and large ones. */
  obtain(ids: readonly string[], call: Call): Promise<void>
  /** One program that reads blobs until it is disposed. */
  openBlobs(): BlobReader
  /** Writes a folder of the commit to the disk, links as links; disposing removes it. Only of one that was fetched whole. */
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
  /** Entries left out: names that are no UTF-8, hold control characters, or would lead out of the tree. */
  readonly skipped: number
}

export interface SourceEntry {
  readonly path: string
  readonly kind: 'file' | 'link' | 'submodule'
  readonly id: string
  readonly isExecutable: boolean
}

export interface BlobReader extends AsyncDisposable {
  /** Sizes in the order of the ids; null for one that is absent. */
  sizes(ids: readonly string[], signal: AbortSignal): Promise<(number | null)[]>
  /** In the order of the ids; null for one that is absent, no blob, or larger than the limit. */
  read(ids: readonly string[], signal: AbortSignal): Promise<(Buffer | null)[]>
}

export interface SourceLimits {
  /** Of one call, fetch or listing. */
  readonly timeMs: number
  /** On disk while fetching, and of one pack. */
  readonly repositoryBytes: number
  readonly files: number
  /** Of all files of a checkout together. */
  readonly checkoutBytes: number
  /** Larger blobs are not read. */
  readonly blobBytes: number
  /** Of one git program. */
  readonly memoryBytes: number
  /** Fetches side by side; more wait. */
  readonly atOnce: number
}

export interface GitSourceOptions {
  /** The addresses of a host that may be dialled; git connects to these and looks nothing up. Rejects when there are none. */
  resolve(host: string, port: number, signal: AbortSignal): Promise<readonly string[]>
  /** Whether http may be spoken to an address: only where the operator's policy names it. Default: never. */
  mayUseHttp?(address: string, port: number): boolean
  /** Where fetched repositories live for a while. Default: the system's folder for temporary files. */
  readonly runtimeDirectory?: string
  /** Certificates to trust in place of the system's (PEM). */
  readonly certificateFile?: string
  readonly limits?: Partial<SourceLimits>
}
