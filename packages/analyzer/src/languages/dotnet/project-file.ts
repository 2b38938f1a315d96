/** A .NET project: its kind, target, and references. */
import { type Claim, claim, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { findAll, parseXml, textOf, type XmlElement } from '../code/xml.ts'
import { ancestors, folderOf, joinPath, ownFiles } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'

export interface ProjectFile {
  readonly folder: Folder
  /** For example `Api.csproj`. */
  readonly file: string
  readonly xml: XmlElement
  readonly sdk: string
  readonly version: Claim<string> | null
  readonly packages: Dependencies
  /** Referenced project files, from the repository root. */
  readonly references: readonly string[]
  readonly assembly: string
}

const pattern = /\.(?:cs|fs|vb)proj$/

export async function readProject(folder: Folder): Promise<ProjectFile | null> {
  const [file] = ownFiles(folder).filter((name) => pattern.test(name))
  const text = file === undefined ? null : await folder.text(file)
  if (file === undefined || text === null) return null
  const xml = parseXml(text)
  const project = xml.children.find((child) => child.name === 'Project') ?? xml
  const sdk = project.attributes.Sdk ?? findAll(xml, 'Sdk')[0]?.attributes.Name ?? ''
  const packages: Dependencies = new Map()
  for (const entry of [...findAll(xml, 'PackageReference'), ...findAll(xml, 'FrameworkReference')]) {
    const name = entry.attributes.Include
    if (name !== undefined)
      packages.set(name, {
        version: entry.attributes.Version ?? textOf(entry, 'Version'),
        file: folder.full(file),
        line: entry.line,
      })
  }
  const references = findAll(xml, 'ProjectReference').flatMap(
    (entry) => joinPath(folder.path, entry.attributes.Include ?? '') ?? [],
  )
  const assembly = findAll(xml, 'AssemblyName')[0]?.text.trim() ?? ''
  return {
    folder, file, xml, sdk, packages, references,
    version: await findVersion(folder, file, xml),
    assembly: /^[\w.-]+$/.test(assembly) ? assembly : file.replace(pattern, ''),
  } // biome-ignore format: parts of the project
}

/** Reads the project, or Directory.Build.props of a folder above. */
async function findVersion(folder: Folder, file: string, xml: XmlElement): Promise<Claim<string> | null> {
  const own = targetOf(xml)
  if (own !== null) return claim(own.version, 1, source(folder.full(file), own.line, own.text))
  for (const place of [folder, ...ancestors(folder)]) {
    const text = await place.text('Directory.Build.props')
    const found = text === null ? null : targetOf(parseXml(text))
    if (found !== null)
      return claim(found.version, 1, source(place.full('Directory.Build.props'), found.line, found.text))
  }
  return null
}

function targetOf(xml: XmlElement): { version: string; line: number; text: string } | null {
  for (const element of [...findAll(xml, 'TargetFramework'), ...findAll(xml, 'TargetFrameworks')]) {
    // The newest of several targets runs; `net48` and `netstandard2.0` aren't runtimes for a container.
    const versions = [...element.text.matchAll(/\bnet(?:coreapp)?(\d{1,2}\.\d)\b/g)].map((match) => match[1] ?? '')
    const version = versions.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a))[0]
    if (version !== undefined) return { version, line: element.line, text: `${element.name} ${element.text.trim()}` }
  }
  return null
}

export function property({ xml }: ProjectFile, name: string): string | null {
  const text = findAll(xml, name)[0]?.text.trim() ?? ''
  return text === '' ? null : text
}

/** Direct and indirect references. */
export async function referencedProjects(project: ProjectFile): Promise<ProjectFile[]> {
  const found = new Map<string, ProjectFile>()
  const queue = [...project.references]
  while (queue.length > 0 && found.size < 100) {
    const path = folderOf(queue.shift() ?? '')
    if (found.has(path) || path === project.folder.path) continue
    const next = await readProject(new Folder(project.folder.repository, path))
    if (next === null) continue
    found.set(path, next)
    queue.push(...next.references)
  }
  return [...found.values()]
}
