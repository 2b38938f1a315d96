/**
 * `bin/ci --all` continues where it stopped, and records the commit on which it passed. The record is committed:
 * `bin/ci --changed` compares with it, and the times in e2e/README.md come from it.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../source-files.ts'
import type { Ended } from './check.ts'

const run = promisify(execFile)
const recordFile = join(root, 'e2e/full-run.json')
const cache = process.env.LONGSHORE_CACHE ?? join(homedir(), '.cache/longshore')

export interface FullRun {
  readonly commit: string
  readonly cores: number
  readonly checks: Readonly<Record<string, { seconds: number }>>
}

export async function readFullRun(): Promise<FullRun | null> {
  const text = await readFile(recordFile, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

/** Null if the tree has uncommitted changes: a record would name a commit that was not tested. */
export async function writeFullRun(ended: readonly Ended[]): Promise<string | null> {
  const { stdout: changes } = await run('git', ['status', '--porcelain'], { cwd: root })
  if (changes.trim() !== '') return null
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: root })
  const record: FullRun = {
    commit: commit.trim(),
    cores: availableParallelism(),
    checks: Object.fromEntries(ended.map(({ name, seconds }) => [name, { seconds }])),
  }
  await writeFile(recordFile, `${JSON.stringify(record, null, 2)}\n`)
  return record.commit
}

type Passed = Ended & { readonly tree: string }

/** Decides whether a check that passed before these files changed would pass again. */
export type StillCounts = (name: string, changed: readonly string[]) => boolean

export class Progress {
  readonly #file: string
  readonly #tree: string
  readonly #passed: Map<string, Passed>

  private constructor(file: string, tree: string, passed: readonly Passed[]) {
    this.#file = file
    this.#tree = tree
    this.#passed = new Map(passed.map((each) => [each.name, each]))
  }

  /**
   * `of` names the task, because one tree can be used for several. `stillCounts` decides about results from another
   * tree.
   */
  static async open(of: string, { isFresh, stillCounts }: { isFresh: boolean; stillCounts?: StillCounts }) {
    const file = join(cache, 'ci', `${of}.json`)
    const tree = await treeHash()
    const text = isFresh ? null : await readFile(file, 'utf8').catch(() => null)
    const passed: Passed[] = text === null ? [] : JSON.parse(text)
    const changed = new Map<string, readonly string[] | null>()
    for (const earlier of new Set(passed.map((each) => each.tree))) changed.set(earlier, await diff(earlier, tree))
    const kept = passed.filter(({ name, tree: earlier }) => {
      const files = changed.get(earlier) ?? null
      return earlier === tree || (files !== null && stillCounts?.(name, files) === true)
    })
    return new Progress(file, tree, kept)
  }

  get passed(): readonly Ended[] {
    return [...this.#passed.values()]
  }

  async add(ended: Ended): Promise<void> {
    this.#passed.set(ended.name, { ...ended, tree: this.#tree })
    await mkdir(dirname(this.#file), { recursive: true })
    await writeFile(this.#file, JSON.stringify(this.passed))
  }
}

/** Null if Git no longer has the earlier tree. */
async function diff(earlier: string, later: string): Promise<string[] | null> {
  const args = ['diff-tree', '-r', '--name-only', '--no-renames', '-z', earlier, later]
  const result = await run('git', args, { cwd: root, maxBuffer: 64 << 20 }).catch(() => null)
  return result === null ? null : result.stdout.split('\0').filter((file) => file !== '')
}

/** Hash of all files that aren't ignored, committed or not. */
async function treeHash(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-index-'))
  try {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') }
    await run('git', ['add', '--all'], { cwd: root, env })
    return (await run('git', ['write-tree'], { cwd: root, env })).stdout.trim()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
