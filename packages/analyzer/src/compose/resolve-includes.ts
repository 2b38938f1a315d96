/** Adds what included compose files define. A name belongs to one file: what the including file defines wins. */
import type { AppWarning } from '../app.ts'
import { at, entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import type { ComposeFile, ComposeFiles } from './compose-files.ts'
import { checkKeys, refuse } from './compose-warning.ts'
import { topKeys } from './keys.ts'
import { atLine, moveFile, moveService, pathBetween } from './move-nodes.ts'
import { resolveExtends } from './resolve-extends.ts'

const sections = ['services', 'volumes', 'networks', 'configs', 'secrets'] as const
const maxDepth = 5

interface Search {
  readonly files: ComposeFiles
  readonly warnings: AppWarning[]
  /** Paths of the files that led here. */
  readonly trail: readonly string[]
}

type Section = Map<string, { readonly line: number; readonly value: Located }>

/** The sections of a file, with included definitions and without `extends`. */
export async function resolveFile(file: ComposeFile, search: Search): Promise<Located> {
  const found = new Map<string, Section>(
    sections.map((name) => [
      name,
      new Map(entriesOf(at(file.node, name)).map(([key, value, line]) => [key, { line, value }])),
    ]),
  )
  await extendServices(file, found.get('services') ?? new Map(), search)
  const includes = at(file.node, 'include')
  for (const item of includes?.kind === 'list' ? itemsOf(includes) : includes === undefined ? [] : [includes])
    await include(item, { file, found, search })
  const entries = [...found].map(([name, section]) => {
    const line = at(file.node, name)?.line ?? 1
    return [name, { line, value: { kind: 'map', line, entries: section } as const }] as const
  })
  return { kind: 'map', line: 1, entries: new Map(entries) }
}

async function extendServices(file: ComposeFile, services: Section, search: Search): Promise<void> {
  for (const [name, { line, value }] of services) {
    const notes = { where: `service ${name.slice(0, 80)}`, file: file.path, warnings: search.warnings }
    services.set(name, { line, value: await resolveExtends(value, { name, file, files: search.files, notes }) })
  }
}

async function include(
  item: Located,
  { file, found, search }: { file: ComposeFile; found: ReadonlyMap<string, Section>; search: Search },
): Promise<void> {
  const refused = (instead: string) =>
    search.warnings.push(refuse('the file', 'this "include"', { file: file.path, line: item.line, instead }))
  const path = item.kind === 'scalar' ? item.text : textAt(item, 'path')
  if (path === null) return void refused('Name one file of the repository for each entry.')
  const other = await search.files.open(path, file)
  if (typeof other === 'string') return void refused(other)
  if (search.trail.includes(other.path)) return void refused('The files include each other in a circle.')
  if (search.trail.length > maxDepth || !search.files.follow())
    return void refused(`Files can include at most 20 others, over at most ${maxDepth} levels.`)
  search.warnings.push(...checkKeys(other.node, topKeys, { where: 'the file', file: other.path }))
  const included = await resolveFile(other, { ...search, trail: [...search.trail, other.path] })
  const prefix = pathBetween(file.folder, other.folder)
  for (const section of sections) {
    const own: Section = found.get(section) ?? new Map()
    for (const [name, value] of entriesOf(at(included, section))) {
      if (own.has(name)) refused(`Both files define ${name.slice(0, 80)} in ${section}. Rename one of them.`)
      else own.set(name, { line: item.line, value: atLine(moved(value, { section, prefix }), item.line) })
    }
  }
}

function moved(value: Located, { section, prefix }: { section: (typeof sections)[number]; prefix: string }): Located {
  if (section === 'services') return moveService(value, prefix)
  return section === 'configs' || section === 'secrets' ? moveFile(value, prefix) : value
}
