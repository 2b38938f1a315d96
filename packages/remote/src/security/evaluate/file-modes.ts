/** Owners and modes, from the listing of `find`. */
import { type Evidence, isSaidMissing, linesOf, Unreadable, wholeOf } from '../evidence.ts'
import type { ProbeName } from '../gather/probes.ts'

export interface FileMode {
  path: string
  type: string
  mode: number
  owner: string
  group: string
  changedAt: number
}

export function fileModesOf(evidence: Evidence, name: Extract<ProbeName, 'files' | 'loginFiles'>): FileMode[] {
  return linesOf(wholeOf(evidence, name).text).map((line) => {
    const [path = '', type = '', mode = '', owner = '', group = '', time = ''] = line.split('\t')
    const isWhole = path !== '' && /^[0-7]{1,5}$/.test(mode) && owner !== '' && group !== '' && time !== ''
    if (!isWhole) throw new Unreadable('the list of files could not be parsed')
    return { path, type, mode: Number.parseInt(mode, 8), owner, group, changedAt: Number(time) * 1000 }
  })
}

/** Undefined when the server says that it does not exist; unknown when it says nothing at all. */
export function findFile(evidence: Evidence, path: string): FileMode | undefined {
  const file = fileModesOf(evidence, 'files').find((each) => each.path === path)
  if (file !== undefined) return file
  if (isSaidMissing(wholeOf(evidence, 'files').errors, path)) return undefined
  throw new Unreadable(`the server says nothing about ${path}`)
}

export function isAtMost(file: FileMode, most: number): boolean {
  return (file.mode & 0o7777 & ~most) === 0
}

export function describeMode({ path, mode, owner, group }: FileMode): string {
  return `${path} ${owner}:${group} ${(mode & 0o7777).toString(8).padStart(4, '0')}`
}
