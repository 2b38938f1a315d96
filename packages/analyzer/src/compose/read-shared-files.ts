/** Reads `configs` and `secrets` of the top level: where the text of a file comes from. */
import type { AppWarning } from '../app.ts'
import { at, entriesOf, type Located, textAt } from '../formats/located.ts'
import { isVariableName } from '../variables/classify-name.ts'
import { checkKeysIn, type Notes, note } from './compose-warning.ts'
import { readInlineText } from './inline-text.ts'
import { fileKeys } from './nested-keys.ts'
import { leaveOut, scalarAt } from './read-scalar.ts'

export type FileKind = 'config' | 'secret'

export type FileOrigin =
  /** As it is written, such as `./nginx.conf`. */
  | { readonly from: 'path'; readonly path: string }
  | { readonly from: 'content'; readonly text: string; readonly unresolved: readonly string[] }
  | { readonly from: 'variable'; readonly key: string }
  /** It exists only where the file was written. */
  | { readonly from: 'outside' }

export interface SharedFile {
  readonly kind: FileKind
  readonly name: string
  readonly line: number
  readonly origin: FileOrigin
}

/** Keys are `config nginx` and `secret password`. */
export function readSharedFiles(
  file: Located,
  place: { file: string; warnings: AppWarning[] },
): Map<string, SharedFile> {
  const found = new Map<string, SharedFile>()
  for (const [section, kind] of [['configs', 'config'] as const, ['secrets', 'secret'] as const]) {
    for (const [name, node, line] of entriesOf(at(file, section))) {
      const notes: Notes = { where: `${kind} ${name.slice(0, 80)}`, ...place }
      checkKeysIn(notes, node, textAt(node, 'external') === 'false' ? withoutExternal : fileKeys)
      const origin = readOrigin(node, { notes, line })
      if (origin !== null) found.set(`${kind} ${name}`, { kind, name, line, origin })
    }
  }
  return found
}

const { external: _, ...withoutExternal } = fileKeys

function readOrigin(node: Located, { notes, line }: { notes: Notes; line: number }): FileOrigin | null {
  const external = at(node, 'external')
  if (external !== undefined && textAt(node, 'external') !== 'false') return { from: 'outside' }
  const content = textAt(node, 'content')
  if (content !== null) return { from: 'content', ...readInlineText(content) }
  const key = scalarAt(node, 'environment', notes)
  if (key !== null) {
    if (isVariableName(key.text)) return { from: 'variable', key: key.text }
    leaveOut(notes, { key: 'environment', line: key.line, why: 'isn’t the name of a variable' })
    return null
  }
  const path = scalarAt(node, 'file', notes)
  if (path === null) return null
  if (!/^[/~\\]|^[A-Za-z]:[\\/]/.test(path.text)) return { from: 'path', path: path.text }
  note(notes, 'compose_key_refused', {
    message: 'a file of the server isn’t supported.',
    line,
    instead: 'Add the file to the repository, or use `environment` with the name of a variable.',
  })
  return null
}
