/** Reads pom.xml with the parents that are in the repository. */
import { type Claim, claim, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { childAt, findAll, parseXml, textOf, type XmlElement } from '../code/xml.ts'
import { ancestors, joinPath } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'
import type { JavaBuild } from './build.ts'

interface Pom {
  readonly folder: Folder
  readonly project: XmlElement
}

const maxParents = 5

export async function readMaven(folder: Folder): Promise<JavaBuild | null> {
  const own = await readPom(folder)
  if (own === null) return null
  const chain = [own, ...(await parentsOf(own))]
  const packaging = textOf(own.project, 'packaging') ?? 'jar'
  const properties = propertiesOf(chain)
  const fill = (text: string | null) =>
    text?.replaceAll(/\$\{([\w.-]{1,100})\}/g, (all, name: string) => properties.get(name) ?? all) ?? null
  const artifact = textOf(own.project, 'artifactId')
  const version = fill(textOf(own.project, 'version') ?? textOf(own.project, 'parent', 'version'))
  const finalName =
    fill(textOf(own.project, 'build', 'finalName')) ??
    (version === null || version.includes('${') ? null : `${artifact}-${version}`)
  const root = await rootOf(folder)
  return {
    tool: 'maven',
    folder,
    root,
    file: folder.full('pom.xml'),
    name: artifact,
    version,
    javaVersion: javaVersion(chain, fill),
    dependencies: dependenciesOf(chain, fill),
    plugins: pluginsOf(chain),
    isKotlin: chain.some((pom) =>
      findAll(pom.project, 'artifactId').some((one) => one.text.trim() === 'kotlin-maven-plugin'),
    ),
    isLibrary: packaging === 'pom',
    archive: finalName === null ? null : `${finalName}.${packaging === 'war' ? 'war' : 'jar'}`,
    mainClass: fill(mainClass(chain)),
    uses: await siblings(own, root),
  }
}

async function readPom(folder: Folder): Promise<Pom | null> {
  const text = await folder.text('pom.xml')
  const project = text === null ? null : childAt(parseXml(text), 'project')
  return project === null ? null : { folder, project }
}

async function parentsOf(pom: Pom): Promise<Pom[]> {
  const found: Pom[] = []
  let current = pom
  while (found.length < maxParents) {
    const parent = childAt(current.project, 'parent')
    const relative = parent === null ? null : (textOf(parent, 'relativePath') ?? '..')
    const path = relative === null ? null : joinPath(current.folder.path, relative.replace(/pom\.xml$/, ''))
    const next =
      path === null || path === current.folder.path ? null : await readPom(new Folder(pom.folder.repository, path))
    if (next === null || textOf(next.project, 'artifactId') !== textOf(parent, 'artifactId')) break
    found.push(next)
    current = next
  }
  return found
}

function propertiesOf(chain: readonly Pom[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { project } of chain) {
    for (const child of childAt(project, 'properties')?.children ?? [])
      if (!found.has(child.name)) found.set(child.name, child.text.trim())
  }
  const [own] = chain
  const artifact = own === undefined ? null : textOf(own.project, 'artifactId')
  const version =
    own === undefined ? null : (textOf(own.project, 'version') ?? textOf(own.project, 'parent', 'version'))
  if (artifact !== null) found.set('project.artifactId', artifact)
  if (version !== null && !version.includes('${')) found.set('project.version', version)
  return found
}

const versionProperties = [
  'java.version',
  'maven.compiler.release',
  'maven.compiler.target',
  'maven.compiler.source',
  'jdk.version',
  'release.version',
  'kotlin.compiler.jvmTarget',
]

function javaVersion(chain: readonly Pom[], fill: (text: string | null) => string | null): Claim<string> | null {
  for (const { folder, project } of chain) {
    for (const name of versionProperties) {
      const element = childAt(project, 'properties', name)
      const version = element === null ? null : plainJava(fill(element.text.trim()) ?? '')
      if (element !== null && version !== null)
        return claim(version, 1, source(folder.full('pom.xml'), element.line, `${name} ${version}`))
    }
    const release = findAll(project, 'release').find((element) => plainJava(fill(element.text.trim()) ?? '') !== null)
    if (release !== undefined)
      return claim(
        plainJava(fill(release.text.trim()) ?? '') ?? '',
        1,
        source(folder.full('pom.xml'), release.line, 'release of the compiler'),
      )
  }
  return null
}

/** `1.8` is 8. */
export function plainJava(text: string): string | null {
  return /^(?:1\.)?(\d{1,2})(?:\.|$)/.exec(text.trim())?.[1] ?? null
}

function dependenciesOf(chain: readonly Pom[], fill: (text: string | null) => string | null): Dependencies {
  const found: Dependencies = new Map()
  for (const { folder, project } of chain) {
    const parent = childAt(project, 'parent')
    const all = [...(childAt(project, 'dependencies')?.children ?? []), ...(parent === null ? [] : [parent])]
    for (const entry of all) {
      const key = `${fill(textOf(entry, 'groupId')) ?? ''}:${fill(textOf(entry, 'artifactId')) ?? ''}`
      const scope = textOf(entry, 'scope')
      if (key === ':' || scope === 'test' || found.has(key)) continue
      found.set(key, {
        version: fill(textOf(entry, 'version')),
        file: folder.full('pom.xml'),
        line: childAt(entry, 'artifactId')?.line ?? entry.line,
      })
    }
  }
  return found
}

function pluginsOf(chain: readonly Pom[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { project } of chain) {
    const build = childAt(project, 'build')
    for (const plugin of childAt(build, 'plugins')?.children ?? []) {
      const id = textOf(plugin, 'artifactId')
      if (id !== null && !found.has(id)) found.set(id, plugin.line)
    }
  }
  return found
}

function mainClass(chain: readonly Pom[]): string | null {
  for (const { project } of chain) {
    const stated =
      textOf(project, 'properties', 'mainClass') ??
      textOf(project, 'properties', 'exec.mainClass') ??
      textOf(project, 'properties', 'main.class')
    const element = findAll(project, 'mainClass')[0]?.text.trim()
    const found = stated ?? (element === undefined || element === '' ? null : element)
    if (found !== null) return found
  }
  return null
}

/** The topmost pom.xml that includes this folder in its modules, directly or indirectly. */
async function rootOf(folder: Folder): Promise<Folder> {
  let root = folder
  for (const place of ancestors(folder)) {
    const pom = await readPom(place)
    const modules = pom === null ? [] : modulesOf(pom)
    if (modules.includes(root.path)) root = place
  }
  return root
}

function modulesOf(pom: Pom): string[] {
  const all = findAll(pom.project, 'module').map((element) => element.text.trim())
  return all.flatMap((name) => joinPath(pom.folder.path, name) ?? [])
}

/** Modules of the same build among the dependencies. */
async function siblings(own: Pom, root: Folder): Promise<string[]> {
  if (root.path === own.folder.path) return []
  const wanted = new Set(
    (childAt(own.project, 'dependencies')?.children ?? []).map((entry) => textOf(entry, 'artifactId')),
  )
  const found: string[] = []
  const top = await readPom(root)
  for (const path of top === null ? [] : modulesOf(top).slice(0, 100)) {
    const pom = path === own.folder.path ? null : await readPom(new Folder(root.repository, path))
    if (pom !== null && wanted.has(textOf(pom.project, 'artifactId'))) found.push(path)
  }
  return found
}
