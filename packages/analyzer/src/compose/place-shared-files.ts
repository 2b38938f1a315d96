/** Places the configs and secrets of a service as files, with text from the repository, the file, or a variable. */
import { isSecretName } from '../variables/secret-name.ts'
import { type Notes, note } from './compose-warning.ts'
import { addFile, type Mounted, type Places } from './container-places.ts'
import { addSource, noteVariable } from './place-mounts.ts'
import type { Placing } from './placing.ts'
import type { FileUse } from './read-file-uses.ts'
import type { SharedFile } from './read-shared-files.ts'

interface Work {
  readonly places: Places
  readonly placing: Placing
  readonly notes: Notes
  /** Name of the service in the report. */
  readonly label: string
}

export async function placeSharedFiles(
  uses: readonly FileUse[],
  shared: ReadonlyMap<string, SharedFile>,
  work: Work,
): Promise<void> {
  for (const use of uses) {
    const found = shared.get(`${use.kind} ${use.name}`)
    if (found !== undefined) await placeOne(use, found, work)
    else
      note(work.notes, 'compose_key_refused', {
        message: `the ${use.kind} "${use.name.slice(0, 80)}" isn't supported.`,
        line: use.line,
        instead: `Define it below "${use.kind}s" of the file, with a file of the repository, its text, or a variable.`,
      })
  }
}

async function placeOne(use: FileUse, shared: SharedFile, work: Work): Promise<void> {
  const { origin } = shared
  if (origin.from === 'path') await placePath(use, origin.path, work)
  else if (origin.from === 'variable') placeVariable(use, { id: origin.key, name: use.name, key: origin.key }, work)
  else if (origin.from === 'outside' || use.kind === 'secret') {
    const id = `${use.kind} ${use.name}`
    const variable = placeVariable(use, { id, name: use.name, key: null }, work)
    const what = `the ${id}`
    const why = origin.from === 'content' ? 'isn’t copied' : 'isn’t in the file'
    if (variable !== null) noteVariable(work.notes, { what, why, variable, line: use.line })
  } else placeText(use, origin, work)
}

function placeText(use: FileUse, origin: { text: string; unresolved: readonly string[] }, work: Work): void {
  const { notes, places, placing } = work
  const { target, mode, uid, gid, line } = use
  if (!placing.budgets.content.take(JSON.stringify(origin.text).length)) {
    note(notes, 'compose_key_refused', {
      message: `the text of the config "${use.name.slice(0, 80)}" isn't supported.`,
      line,
      instead: 'The configs of a file have at most 96 KB of text together. Copy large files in the Dockerfile.',
    })
    return
  }
  if (!addFile(places, { path: target, mode, uid, gid, content: origin.text }, mountedBy(use, notes))) return
  if (origin.unresolved.length > 0)
    note(notes, 'compose_reference_kept', {
      message: `the config "${use.name.slice(0, 80)}" refers to ${origin.unresolved.slice(0, 5).join(', ')}, which has no value here.`,
      line,
      instead: 'The reference stays as it is written. Replace it with its value in the service settings.',
    })
}

async function placePath(use: FileUse, stated: string, work: Work): Promise<void> {
  const { notes, places, placing } = work
  const { target, mode, uid, gid, line } = use
  const path = placing.resolve(stated)
  const found = path === null ? null : await placing.find(path)
  if (found === null || found.kind === 'refused' || found.kind === 'folder') {
    note(notes, 'compose_key_refused', {
      message: `the ${use.kind} "${use.name.slice(0, 80)}" isn't supported.`,
      line,
      instead: found?.kind === 'refused' ? found.why : 'It must be a file in the repository.',
    })
  } else if (found.kind === 'absent') {
    const wanted = { id: `path ${path}`, name: path ?? use.name, key: null }
    const variable = placeVariable(use, wanted, work)
    if (variable !== null) noteVariable(notes, { what: `the file ${stated}`, why: 'isn’t there', variable, line })
  } else if (
    addSource(places, { path: target, mode, uid, gid, file: found.file }, { placing, ...mountedBy(use, notes) }) &&
    use.kind === 'secret'
  )
    note(notes, 'secret_committed', {
      message: `the repository contains the secret ${found.file.path.slice(0, 200)}.`,
      line,
      instead: 'Remove it, replace it, and use `environment` with the name of a secret variable.',
    })
}

/** Returns the key of the variable that a person sets; null for others, and if the container has no place for the file. */
function placeVariable(
  use: FileUse,
  { id, name, key }: { id: string; name: string; key: string | null },
  { places, placing, notes, label }: Work,
): string | null {
  const { kind, target, mode, uid, gid, line } = use
  const isSecret = kind === 'secret' || (key !== null && isSecretName(key))
  const wanted = { id, name, key, isSecret, shared: `${kind} ${use.name}`, service: label, path: target, line }
  const variable = placing.variables.keyOf(wanted)
  if (!addFile(places, { path: target, mode, uid, gid, variable }, mountedBy(use, notes))) return null
  placing.variables.add(wanted)
  return placing.templates.has(wanted.shared) ? null : variable
}

function mountedBy({ kind, name, target, line }: FileUse, notes: Notes): Mounted {
  return { notes, what: `the ${kind} "${name.slice(0, 80)}" at ${target.slice(0, 120)}`, line }
}
