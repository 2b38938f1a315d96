/** Reads all TypeScript sources of the working tree or of one commit, so that the same counts work for both. */
import { execFile, spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { readFiles, root } from '../source-files.ts'

const run = promisify(execFile)
const sources = /^(?:apps|packages|e2e|bench|tools)\/.+\.tsx?$/
const notSources = /^packages\/analyzer\/corpus\/|^e2e\/suites\/generated-dockerfiles\/apps\/|\.d\.ts$/
const maxBytes = 4 << 20

/** Maps paths to texts. */
export type Tree = ReadonlyMap<string, string>

export async function readWorkingTree(): Promise<Tree> {
  const files = await readFiles(sources, { maxBytes })
  return new Map(files.filter(({ path }) => !notSources.test(path)).map(({ path, text }) => [path, text]))
}

export async function readCommit(commit: string): Promise<Tree> {
  const listed = await run('git', ['ls-tree', '-r', '-z', commit], { cwd: root, maxBuffer: 64 << 20 })
  const entries = listed.stdout
    .split('\0')
    .map((line) => /^\d+ blob (?<id>[0-9a-f]+)\t(?<path>.+)$/.exec(line)?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ id = '', path = '' }) => ({ id, path }))
    .filter(({ path }) => sources.test(path) && !notSources.test(path))
  const texts = await readBlobs(entries.map(({ id }) => id))
  return new Map(entries.map(({ path }, index) => [path, texts[index] ?? '']))
}

/** `git cat-file --batch` writes `ID blob SIZE`, the bytes, and a line end for each id. */
async function readBlobs(ids: readonly string[]): Promise<string[]> {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(ids.map((id) => `${id}\n`).join(''))
  const bytes = await buffer(child.stdout)
  const texts: string[] = []
  let at = 0
  for (const id of ids) {
    const lineEnd = bytes.indexOf(10, at)
    const size = Number(bytes.toString('latin1', at, lineEnd).split(' ')[2])
    if (!Number.isSafeInteger(size)) throw new Error(`git did not return ${id}`)
    texts.push(bytes.toString('utf8', lineEnd + 1, lineEnd + 1 + size))
    at = lineEnd + 1 + size + 1
  }
  return texts
}
