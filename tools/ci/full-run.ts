/**
 * `bin/ci --all` continues where it stopped on the same tree, and leaves a record of the commit it passed on. The record is
 * committed: it is what `bin/ci --changed` compares with, and where the times in e2e/README.md come from.
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

/** Null where the tree has changes that no commit holds: a record would name a commit that was not tried. */
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

export class Progress {
  readonly #file: string
  readonly #passed: Map<string, Ended>

  private constructor(file: string, passed: Map<string, Ended>) {
    this.#file = file
    this.#passed = passed
  }

  /** `of`: what is done, since one tree may be used for several things. */
  static async open(of: string, { isFresh }: { isFresh: boolean }): Promise<Progress> {
    const file = join(cache, 'ci', `${of}-${await treeHash()}.json`)
    const text = isFresh ? null : await readFile(file, 'utf8').catch(() => null)
    const ended: Ended[] = text === null ? [] : JSON.parse(text)
    return new Progress(file, new Map(ended.map((each) => [each.name, each])))
  }

  get passed(): readonly Ended[] {
    return [...this.#passed.values()]
  }

  async add(ended: Ended): Promise<void> {
    this.#passed.set(ended.name, ended)
    await mkdir(dirname(this.#file), { recursive: true })
    await writeFile(this.#file, JSON.stringify(this.passed))
  }
}

/** Of all files that are not ignored, committed or not. */
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
