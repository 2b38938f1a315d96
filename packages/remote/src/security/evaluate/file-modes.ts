/** Owners and modes, from the listing of `find`. */
import { type Evidence, isReportedMissing, linesOf, oncePerEvidence, Unreadable, wholeOf } from '../evidence.ts'
import type { ProbeName } from '../gather/probe-names.ts'

export interface FileMode {
  path: string
  type: string
  mode: number
  owner: string
  group: string
  changedAt: number
}

/** Files of the system, and of the home folder of the user that we sign in as. */
export const systemFilesOf = oncePerEvidence((evidence) => readFileModes(evidence, 'files'))
export const loginFilesOf = oncePerEvidence((evidence) => readFileModes(evidence, 'loginFiles'))

function readFileModes(evidence: Evidence, name: ProbeName): FileMode[] {
  return linesOf(wholeOf(evidence, name).text).map((line) => {
    const [path = '', type = '', mode = '', owner = '', group = '', time = ''] = line.split('\t')
    const isWhole = path !== '' && /^[0-7]{1,5}$/.test(mode) && owner !== '' && group !== '' && time !== ''
    if (!isWhole) throw new Unreadable('the list of files could not be parsed')
    return { path, type, mode: Number.parseInt(mode, 8), owner, group, changedAt: Number(time) * 1000 }
  })
}

/** Undefined if the server reports that the file doesn't exist; throws if the server reports nothing at all. */
export function findFile(evidence: Evidence, path: string): FileMode | undefined {
  const file = systemFilesOf(evidence).find((each) => each.path === path)
  if (file !== undefined) return file
  if (isReportedMissing(wholeOf(evidence, 'files').errors, path)) return undefined
  throw new Unreadable(`the server says nothing about ${path}`)
}

export function isAtMost(file: FileMode, most: number): boolean {
  return (file.mode & 0o7777 & ~most) === 0
}

export function describeMode({ path, mode, owner, group }: FileMode): string {
  return `${path} ${owner}:${group} ${(mode & 0o7777).toString(8).padStart(4, '0')}`
}
