/** Reads `configs` and `secrets` of a service, in the short and the long form. */
import { at, itemsOf, type Located } from '../formats/located.ts'
import { below, checkKeysIn, type Notes } from './compose-warning.ts'
import { tidyPath } from './container-paths.ts'
import { fileUseKeys } from './nested-keys.ts'
import { modeAt } from './read-modes.ts'
import { leaveOut, resolveScalar, scalarAt } from './read-scalar.ts'
import type { FileKind } from './read-shared-files.ts'

export interface FileUse {
  readonly kind: FileKind
  /** Name at the top level. */
  readonly name: string
  /** Absolute path in the container. */
  readonly target: string
  readonly mode: string
  /** Null for root. */
  readonly uid: number | null
  readonly gid: number | null
  readonly line: number
}

const maxUses = 100
/** All users can read the file, and none can write it: the default of the format. */
const defaultMode = '0444'
export const ofRoot = { uid: null, gid: null } as const
const maxId = 2_097_151
const folders = { config: '/', secret: '/run/secrets/' } as const

export function readFileUses(node: Located, notes: Notes): FileUse[] {
  return (['config', 'secret'] as const).flatMap((kind) => {
    const key = `${kind}s`
    const items = itemsOf(at(node, key))
    const [extra] = items.slice(maxUses)
    if (extra !== undefined) leaveOut(notes, { key, line: extra.line, why: `has more than ${maxUses} entries` })
    return items.slice(0, maxUses).flatMap((item) => readUse(item, { kind, notes: below(notes, key) }))
  })
}

function readUse(item: Located, { kind, notes }: { kind: FileKind; notes: Notes }): FileUse[] {
  if (item.kind !== 'map') {
    const name = resolveScalar(item, kind, notes)?.text
    return name === undefined
      ? []
      : [{ kind, name, target: targetOf(kind, name), mode: defaultMode, ...ofRoot, line: item.line }]
  }
  checkKeysIn(notes, item, fileUseKeys)
  const name = scalarAt(item, 'source', notes)?.text
  if (name === undefined) return []
  const target = scalarAt(item, 'target', notes)?.text ?? name
  const mode = modeAt(item, 'mode')
  if (mode === null && at(item, 'mode') !== undefined)
    leaveOut(notes, { key: 'mode', line: item.line, why: 'isn’t an octal mode such as 0440' })
  const owner = { uid: idAt(item, 'uid', notes), gid: idAt(item, 'gid', notes) }
  return [{ kind, name, target: targetOf(kind, target), mode: mode ?? defaultMode, ...owner, line: item.line }]
}

/** The archive that carries a file has room for ids of seven octal digits. */
function idAt(node: Located, key: 'uid' | 'gid', notes: Notes): number | null {
  const found = scalarAt(node, key, notes)
  if (found === null) return null
  const id = /^\d{1,7}$/.test(found.text) ? Number(found.text) : maxId + 1
  if (id <= maxId) return id
  leaveOut(notes, { key, line: found.line, why: 'must be a number up to 2,097,151' })
  return null
}

function targetOf(kind: FileKind, target: string): string {
  return tidyPath(target.startsWith('/') ? target : `${folders[kind]}${target}`)
}
