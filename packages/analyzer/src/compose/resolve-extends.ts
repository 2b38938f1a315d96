/** Resolves `extends` of services: the other service is the base, and what the service states itself wins. */
import { at, entriesOf, type Located, textAt } from '../formats/located.ts'
import type { ComposeFile, ComposeFiles } from './compose-files.ts'
import { type Notes, note } from './compose-warning.ts'
import { mergeNodes } from './merge-nodes.ts'
import { atLine, moveService, pathBetween } from './move-nodes.ts'

const maxDepth = 5

interface Search {
  readonly files: ComposeFiles
  readonly notes: Notes
  /** Services that led here, as file and name. */
  readonly trail?: readonly string[]
}

/** The service without `extends`. A base that can't be used is noted, and the service stays as it is. */
export async function resolveExtends(
  service: Located,
  { name, file, files, notes, trail = [] }: Search & { name: string; file: ComposeFile },
): Promise<Located> {
  const stated = at(service, 'extends')
  if (stated === undefined || service.kind !== 'map') return service
  const own: Located = { ...service, entries: new Map([...service.entries].filter(([key]) => key !== 'extends')) }
  const base = await findBase(stated, file, { files, notes, trail: [...trail, `${file.path}\n${name}`] })
  if (typeof base !== 'string') return mergeNodes(base, own)
  note(notes, 'compose_key_refused', { message: '"extends" isn\'t supported here.', line: stated.line, instead: base })
  return own
}

/** The reason if there is none. */
async function findBase(stated: Located, from: ComposeFile, search: Required<Search>): Promise<Located | string> {
  const name = stated.kind === 'scalar' ? stated.text : textAt(stated, 'service')
  if (name === null) return 'Name the service that this one extends.'
  if (search.trail.length > maxDepth) return `Services can extend each other over at most ${maxDepth} levels.`
  const path = stated.kind === 'map' ? textAt(stated, 'file') : null
  const file = path === null ? from : await search.files.open(path, from)
  if (typeof file === 'string') return file
  if (search.trail.includes(`${file.path}\n${name}`)) return 'The services extend each other in a circle.'
  const found = entriesOf(at(file.node, 'services')).find(([key]) => key === name)
  if (found === undefined)
    return `The file doesn’t have the service ${name.slice(0, 80)}. Define the whole service here.`
  if (!search.files.reuse(found[1])) return 'The services that extend others are too large together.'
  const base = await resolveExtends(found[1], { ...search, name, file })
  return atLine(moveService(base, pathBetween(from.folder, file.folder)), stated.line)
}
