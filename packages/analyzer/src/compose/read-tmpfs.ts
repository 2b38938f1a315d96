/** Reads `tmpfs`: folders in memory, such as `/run:size=64m,mode=1777`. */
import { type ContainerOptions, containerSchema } from '../container.schemas.ts'
import { at, itemsOf, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type Notes, note } from './compose-warning.ts'
import { tidyPath } from './container-paths.ts'
import { parseMode } from './read-modes.ts'
import { leaveOut, resolveScalar } from './read-scalar.ts'
import { parseBytes } from './read-sizes.ts'

export type MemoryFolder = ContainerOptions['memoryFolders'][number]

const { element } = containerSchema.shape.memoryFolders.unwrap()
const maxFolders = 20

export function readTmpfs(node: Located, notes: Notes): MemoryFolder[] {
  const value = at(node, 'tmpfs')
  if (value === undefined) return []
  const items = value.kind === 'scalar' ? [value] : itemsOf(value)
  return keepFolders(
    items.flatMap((item) => {
      const found = resolveScalar(item, 'tmpfs', notes)
      if (found === null) return []
      const folder = readFolder(found, notes)
      return folder === null ? [] : [{ folder, line: item.line }]
    }),
    notes,
  )
}

/** One folder for each path, within the limit. */
export function keepFolders(found: readonly { folder: MemoryFolder; line: number }[], notes: Notes): MemoryFolder[] {
  const kept: MemoryFolder[] = []
  for (const { folder, line } of found) {
    if (kept.some(({ path }) => path === folder.path))
      leaveOut(notes, { key: 'tmpfs', line, why: `has ${folder.path} twice` })
    else if (kept.length >= maxFolders) leaveOut(notes, { key: 'tmpfs', line, why: 'has more than 20 folders' })
    else kept.push(folder)
  }
  return kept
}

/** `uid` and so on are undefined if they aren't stated. */
export function toFolder(
  stated: { path: string; sizeBytes: number | null; mode: string | null; uid?: number | null; gid?: number | null },
  { notes, line }: { notes: Notes; line: number },
): MemoryFolder | null {
  const folder = element.safeParse({ ...stated, path: tidyPath(stated.path) })
  if (folder.success) return folder.data
  leaveOut(notes, {
    key: 'tmpfs',
    line,
    why: `of ${onOneLine(stated.path).slice(0, 80)} has ${faultOf(folder.error.issues)}`,
  })
  return null
}

function faultOf(issues: readonly { path: PropertyKey[] }[]): string {
  const field = issues[0]?.path[0]
  if (field === 'path') return 'a path that containers can’t mount'
  return field === 'sizeBytes' ? 'a size outside of 4 KB to 1 TB' : 'an owner that isn’t a number'
}

function readFolder({ text, line }: { text: string; line: number }, notes: Notes): MemoryFolder | null {
  const colon = text.indexOf(':')
  const path = colon === -1 ? text : text.slice(0, colon)
  const folder: {
    path: string
    sizeBytes: number | null
    mode: string | null
    uid: number | null
    gid: number | null
  } = { path, sizeBytes: null, mode: null, uid: null, gid: null }
  for (const option of colon === -1
    ? []
    : text
        .slice(colon + 1)
        .split(',')
        .slice(0, 20)) {
    const [key = '', value = ''] = option.split('=', 2)
    const bytes = key === 'size' ? parseBytes(value) : null
    const mode = key === 'mode' ? parseMode(value) : null
    if (bytes !== null) folder.sizeBytes = bytes === 0 ? null : bytes
    else if (mode !== null) folder.mode = mode
    else if ((key === 'uid' || key === 'gid') && /^\d{1,10}$/.test(value)) folder[key] = Number(value)
    else if (!usual.has(option)) noteOption(option, { line, notes })
  }
  return toFolder(folder, { notes, line })
}

/** Options that memory folders have anyway. */
const usual = new Set(['rw', 'noexec', 'nosuid', 'nodev', 'defaults', ''])

function noteOption(option: string, { line, notes }: { line: number; notes: Notes }): void {
  note(notes, 'compose_key_ignored', {
    message: `the option ${onOneLine(option).slice(0, 80)} of "tmpfs" has no effect.`,
    line,
    instead: 'Folders in memory have a size, a mode, and an owner.',
  })
}
