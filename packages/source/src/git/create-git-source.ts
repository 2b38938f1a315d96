/** Reads refs and commits of remotes with the git program. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Deadline } from '@longshore/process/deadline'
import { createRuntimeDirectory, removeRuntimeDirectory } from '@longshore/process/runtime-directory'
import { Slots } from '@longshore/process/slots'
import { checkCredential } from './answer-prompts.ts'
import { BareClone, kernelLimits } from './bare-clone.ts'
import { createBareRepository, writePlainConfig } from './bare-repository.ts'
import { abortFailure, failure } from './failures.ts'
import { bytesIn, FolderWatch } from './folder-watch.ts'
import { type Reach, remoteArgs, remoteEnvironment } from './git-args.ts'
import { readFailure } from './read-failure.ts'
import { readHistory } from './read-history.ts'
import { readRefs } from './read-refs.ts'
import { toRefspec } from './ref-name.ts'
import { parseRemoteUrl } from './remote-url.ts'
import { runGit } from './run-git.ts'
import type {
  Call,
  FetchedCommit,
  FetchedSource,
  GitSource,
  GitSourceOptions,
  Ref,
  Remote,
  RemoteRefs,
  SourceLimits,
} from './source.ts'
import { SourceError } from './source-error.ts'

const defaults: SourceLimits = {
  timeMs: 120_000,
  repositoryBytes: 500_000_000,
  files: 200_000,
  checkoutBytes: 2_000_000_000,
  blobBytes: 1_000_000,
  memoryBytes: 1_000_000_000,
  atOnce: 4,
}
const askpass = join(import.meta.dirname, 'askpass.sh')
const fetchedRef = 'refs/longshore/source'
const fetchOptions = [
  ...['fetch', '--depth=1', '--no-tags', '--no-progress', '--no-write-fetch-head', '--no-auto-maintenance'],
  ...['--no-recurse-submodules', '--no-show-forced-updates'],
]
/** Placeholder for the URL in a list of arguments until it is known. */
const urlPlace = '\0url'
/** Failure codes of servers that don't return single blobs, or that have a blob which exceeds the limit. */
const refusals: ReadonlySet<string> = new Set([
  'branch_not_found',
  'commit_not_found',
  'repository_unreadable',
  'repository_too_large',
])
const maxRefsBytes = 32_000_000
const maxWaiting = 200

export function createGitSource(options: GitSourceOptions): GitSource {
  return new GitPrograms(options)
}

class GitPrograms implements GitSource {
  readonly #options: GitSourceOptions
  readonly #limits: SourceLimits
  readonly #slots: Slots
  #folder: Promise<string> | undefined

  constructor(options: GitSourceOptions) {
    this.#options = options
    this.#limits = { ...defaults, ...options.limits }
    this.#slots = new Slots(this.#limits.atOnce, maxWaiting)
  }

  refs(remote: Remote, call: RefsCall): Promise<RemoteRefs> {
    const patterns = ['HEAD', 'refs/heads/*', ...(call.hasTags === true ? ['refs/tags/*'] : [])]
    return this.#within(call, async (signal) => {
      const output: Buffer[] = []
      let bytes = 0
      const onOutput = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxRefsBytes) throw failure('repository_too_large', { detail: 'it has too many branches' })
        output.push(chunk)
      }
      const folder = await this.#home()
      await this.#ask(remote, {
        args: (url) => ['ls-remote', '--symref', '--end-of-options', url, ...patterns],
        folder,
        signal,
        onOutput,
        askedFor: 'refs',
      })
      return readRefs(Buffer.concat(output).toString())
    })
  }

  async fetch(remote: Remote, ref: Ref, call: FetchCall): Promise<FetchedSource> {
    const refspec = toRefspec(ref, fetchedRef)
    try {
      return await this.#fetch(remote, { ref, refspec }, call)
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== 'branch_not_found') throw error
      // For an empty repository, git reports the same error as for a missing branch.
      const { branches } = await this.refs(remote, call)
      throw branches.length === 0 ? failure('repository_empty') : error
    }
  }

  history(remote: Remote, ref: Ref, call: HistoryCall): Promise<FetchedCommit[]> {
    const refspec = toRefspec(ref, fetchedRef)
    const askedFor = 'commit' in ref ? 'commit' : 'branch'
    return this.#within(call, async (signal) => {
      const folder = await createBareRepository(await this.#home())
      try {
        // Trees and files aren't needed. A server that can't leave them out sends them, within the usual limits.
        const args = [
          ...fetchOptions,
          `--depth=${call.limit}`,
          '--filter=tree:0',
          '--end-of-options',
          urlPlace,
          refspec,
        ]
        await this.#fetchInto(folder, remote, { args, signal, askedFor, input: undefined })
        return await readHistory(folder, { ref: fetchedRef, limit: call.limit, limits: this.#limits, signal })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  #fetch(remote: Remote, { ref, refspec }: { ref: Ref; refspec: string }, call: FetchCall): Promise<FetchedSource> {
    const askedFor = 'commit' in ref ? 'commit' : 'branch'
    return this.#within(call, async (signal) => {
      const folder = await createBareRepository(await this.#home())
      const fetchInto = (options: readonly string[], within: AbortSignal, input?: string) =>
        this.#fetchInto(folder, remote, { args: [...fetchOptions, ...options], signal: within, askedFor, input })
      try {
        const isWhole = (call.contents ?? 'whole') === 'whole'
        await fetchInto([...(isWhole ? [] : ['--filter=blob:none']), '--end-of-options', urlPlace, refspec], signal)
        const sha = (await readFile(join(folder, fetchedRef), 'latin1')).trim()
        const obtain = (ids: readonly string[], wanted: Call) =>
          this.#within(wanted, (within) =>
            this.#obtain(ids, { refspec: `+${sha}:${fetchedRef}`, fetchInto, signal: within }),
          )
        return await BareClone.open(folder, { sha, limits: this.#limits, signal, obtain })
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    })
  }

  /** Fetches blobs by id. From a server that doesn't support this, it fetches all blobs that aren't too large. */
  async #obtain(
    ids: readonly string[],
    options: { refspec: string; fetchInto: FetchInto; signal: AbortSignal },
  ): Promise<void> {
    const unique = [...new Set(ids)].filter((id) => /^[0-9a-f]{40}$/.test(id))
    if (unique.length === 0) return
    const byId = ['--filter=blob:none', '--stdin', '--end-of-options', urlPlace]
    try {
      await options.fetchInto(byId, options.signal, `${unique.join('\n')}\n`)
    } catch (error) {
      const isRefused = error instanceof SourceError && refusals.has(error.code)
      if (!isRefused) throw error
      const all = ['--refetch', `--filter=blob:limit=${this.#limits.blobBytes + 1}`, '--end-of-options', urlPlace]
      await options.fetchInto([...all, options.refspec], options.signal)
    }
  }

  async #fetchInto(folder: string, remote: Remote, fetch: FetchWords): Promise<void> {
    const packs = join(folder, 'objects/pack')
    using watch = new FolderWatch(packs, this.#limits.repositoryBytes, fetch.signal)
    const { signal } = watch
    try {
      await this.#ask(remote, {
        args: (url) => [`--git-dir=${folder}`, ...fetch.args.map((word) => (word === urlPlace ? url : word))],
        folder,
        signal,
        onOutput: () => undefined,
        askedFor: fetch.askedFor,
        input: fetch.input,
      })
    } catch (error) {
      // The kernel ends the helper that writes the pack; git itself only sees that the helper ended.
      throw (await bytesIn(packs)) >= this.#limits.repositoryBytes
        ? failure('repository_too_large', { cause: error })
        : error
    }
    await writePlainConfig(folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined)
    if (folder !== undefined) await removeRuntimeDirectory(folder)
  }

  async #ask(remote: Remote, question: Question): Promise<void> {
    const reach = await this.#reach(remote, question.signal)
    const first = await this.#tryAt(reach, remote, question)
    if (first === undefined) return
    if (first.code !== 'repository_moved' || /\.git\/?$/.test(reach.url.text)) throw first
    // Some Git providers only respond at the URL with .git and redirect the other one to it.
    const text = `${reach.url.text.endsWith('/') ? reach.url.text.slice(0, -1) : reach.url.text}.git`
    const second = await this.#tryAt({ ...reach, url: { ...reach.url, text } }, remote, question)
    if (second !== undefined) throw second
  }

  /** Returns the failure, if there was one. */
  async #tryAt(reach: Reach, { credential }: Remote, question: Question): Promise<SourceError | undefined> {
    const end = await runGit({
      args: [...remoteArgs(reach), ...question.args(reach.url.text)],
      environment: remoteEnvironment(reach, credential === null ? undefined : askpass),
      limits: kernelLimits(this.#limits),
      cwd: question.folder,
      signal: question.signal,
      credential: credential === null ? undefined : { url: reach.url, value: credential },
      input: question.input,
      onOutput: question.onOutput,
    })
    if (end.code === 0) return undefined
    const code = end.endedBySize ? 'repository_too_large' : readFailure(end.stderr, question.askedFor)
    return failure(code, { cause: end.stderr })
  }

  async #reach(remote: Remote, signal: AbortSignal): Promise<Reach> {
    const url = parseRemoteUrl(remote.url)
    if (remote.credential !== null) checkCredential(remote.credential)
    const addresses = await this.#resolve(url.host, url.port, signal)
    const isPlain = url.protocol === 'http'
    const usable = isPlain ? addresses.filter((each) => this.#options.mayUseHttp?.(each, url.port) ?? false) : addresses
    if (usable.length === 0)
      throw isPlain ? failure('url_invalid', { detail: 'http is not encrypted' }) : failure('address_refused')
    return { url, addresses: usable, certificateFile: this.#options.certificateFile }
  }

  async #resolve(host: string, port: number, signal: AbortSignal): Promise<readonly string[]> {
    try {
      return await this.#options.resolve(host, port, signal)
    } catch (error) {
      if (error instanceof SourceError) throw error
      if (signal.aborted) throw abortFailure(signal)
      throw failure(isAway(error) ? 'host_unreachable' : 'address_refused', { cause: error })
    }
  }

  async #within<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using deadline = new Deadline(Math.min(call.deadlineMs ?? Infinity, this.#limits.timeMs), [call.signal])
    using _slot = await this.#slots.take(deadline.signal).catch((error: unknown) => {
      throw error instanceof RangeError ? failure('source_busy') : abortFailure(deadline.signal)
    })
    return await work(deadline.signal)
  }

  #home(): Promise<string> {
    this.#folder ??= createRuntimeDirectory({
      parent: this.#options.runtimeDirectory,
      prefix: 'ls-source',
      leftAfterMs: 3_600_000,
    })
    return this.#folder
  }
}

/** True when the host name couldn't be resolved. All other errors are refusals. */
function isAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const args = [Reflect.get(error, 'failure'), Reflect.get(error, 'code')]
  return args.some((word) =>
    /^(?:dns_failed|unreachable|timeout|circuit_open|E(?:AI_|NOT|NODATA|TIME|CONN).*)$/.test(String(word)),
  )
}

type FetchCall = Parameters<GitSource['fetch']>[2]
type RefsCall = Parameters<GitSource['refs']>[1]
type HistoryCall = Parameters<GitSource['history']>[2]
type FetchInto = (args: readonly string[], signal: AbortSignal, input?: string) => Promise<void>

interface FetchWords {
  readonly args: readonly string[]
  readonly signal: AbortSignal
  readonly askedFor: 'branch' | 'commit'
  readonly input: string | undefined
}

interface Question {
  args(url: string): string[]
  readonly folder: string
  readonly signal: AbortSignal
  onOutput(chunk: Buffer): void
  readonly askedFor: 'branch' | 'commit' | 'refs'
  readonly input?: string | undefined
}
