/** One commit in its own bare repository. */
import { rm } from 'node:fs/promises'
import { Deadline } from '@longshore/process/deadline'
import type { KernelLimits } from '../programs.ts'
import { CachedReader } from './cached-reader.ts'
import { exportTree } from './export-tree.ts'
import { failure } from './failures.ts'
import { localArgs, localEnvironment } from './git-args.ts'
import { readCommit } from './read-commit.ts'
import { runGit } from './run-git.ts'
import type { BlobReader, Call, Checkout, FetchedCommit, FetchedSource, SourceLimits, SourceListing } from './source.ts'
import { TreeListing } from './tree-listing.ts'

const maxCommitBytes = 1_000_000
const maxListingBytes = 128_000_000

export interface BareCloneOptions {
  readonly limits: SourceLimits
  readonly obtain: FetchedSource['obtain']
}

export class BareClone implements FetchedSource {
  readonly commit: FetchedCommit
  readonly directory: string
  readonly #tree: string
  readonly #limits: SourceLimits
  readonly #readers: CachedReader
  #listing: Promise<SourceListing> | undefined
  readonly obtain: FetchedSource['obtain']

  private constructor(
    directory: string,
    commit: FetchedCommit & { tree: string },
    options: BareCloneOptions & { readers: CachedReader },
  ) {
    const { tree, ...shown } = commit
    this.directory = directory
    this.commit = shown
    this.#tree = tree
    this.#limits = options.limits
    this.#readers = options.readers
    this.obtain = options.obtain
  }

  static async open(
    directory: string,
    options: BareCloneOptions & { sha: string; signal: AbortSignal },
  ): Promise<BareClone> {
    const limits = kernelLimits(options.limits)
    await using opening = new AsyncDisposableStack()
    const maxBytes = Math.max(maxCommitBytes, options.limits.blobBytes)
    const readers = opening.use(new CachedReader(directory, { maxBytes, limits }))
    const reader = readers.take()
    opening.defer(() => readers.giveBack(reader))
    const [object] = await reader.ask('contents', [options.sha], options.signal)
    // In a repository that was corrupted on purpose, a branch can name a tag or a blob.
    if (object?.type !== 'commit' || object.content.length > maxCommitBytes) throw failure('repository_unreadable')
    const clone = new BareClone(directory, readCommit(options.sha, object.content), { ...options, readers })
    await readers.giveBack(reader)
    opening.move()
    return clone
  }

  /** A commit doesn't change, so its list is read once. */
  list(call: Call): Promise<SourceListing> {
    const asked = this.#listing ?? this.#list(call)
    this.#listing = asked
    asked.catch(() => {
      if (this.#listing === asked) this.#listing = undefined
    })
    return asked
  }

  async #list(call: Call): Promise<SourceListing> {
    using deadline = new Deadline(Math.min(call.deadlineMs ?? Infinity, this.#limits.timeMs), [call.signal])
    const listing = new TreeListing({ files: this.#limits.files, outputBytes: maxListingBytes })
    const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', this.#tree]
    const end = await runGit({
      args: [...localArgs, `--git-dir=${this.directory}`, ...args],
      environment: localEnvironment,
      limits: kernelLimits(this.#limits),
      cwd: this.directory,
      signal: deadline.signal,
      onOutput: (chunk) => listing.add(chunk),
    })
    if (end.code !== 0) throw failure('repository_unreadable', { cause: end.stderr })
    return listing.finish()
  }

  openBlobs(): BlobReader {
    const { blobBytes } = this.#limits
    const reader = this.#readers.take()
    return {
      sizes: async (ids, signal) => {
        const objects = await reader.ask('info', ids, signal)
        return objects.map((object) => (object?.type === 'blob' ? object.bytes : null))
      },
      read: async (ids, signal) => {
        const objects = await reader.ask('contents', ids, signal)
        return objects.map((object) => (object?.type === 'blob' && object.bytes <= blobBytes ? object.content : null))
      },
      [Symbol.asyncDispose]: () => this.#readers.giveBack(reader),
    }
  }

  async export(folder: string, call: Call): Promise<Checkout> {
    using deadline = new Deadline(Math.min(call.deadlineMs ?? Infinity, this.#limits.timeMs), [call.signal])
    const { entries } = await this.list({ signal: deadline.signal })
    return await exportTree({
      repository: this.directory,
      sha: this.commit.sha,
      folder,
      entries,
      maxBytes: this.#limits.checkoutBytes,
      kernel: kernelLimits(this.#limits),
      signal: deadline.signal,
      openBlobs: () => this.openBlobs(),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#readers[Symbol.asyncDispose]()
    await rm(this.directory, { recursive: true, force: true })
  }
}

export function kernelLimits(limits: SourceLimits): KernelLimits {
  return {
    memoryBytes: limits.memoryBytes,
    fileBytes: limits.repositoryBytes,
    cpuSeconds: Math.ceil(limits.timeMs / 1_000) + 10,
  }
}
