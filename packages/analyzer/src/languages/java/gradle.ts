/**
 * Reads build.gradle and build.gradle.kts line by line: plugins, dependencies, toolchain; and the version catalog next
 * to them.
 */
import { type Claim, claim } from '../../claim.ts'
import { parseTomlText } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { recordAt, textAt } from '../../values.ts'
import { type CodeFile, findLine, findLines, readFile, readFiles, sourceOf } from '../code/code-file.ts'
import { ancestors, baseName } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'
import type { JavaBuild } from './build.ts'
import { plainJava } from './maven.ts'

export async function readGradle(folder: Folder): Promise<JavaBuild | null> {
  const own = (await readFile(folder, 'build.gradle.kts')) ?? (await readFile(folder, 'build.gradle'))
  if (own === null) return null
  const root = rootOf(folder)
  const settings = (await readFile(root, 'settings.gradle.kts')) ?? (await readFile(root, 'settings.gradle'))
  const above =
    root.path === folder.path ? [] : await readFiles(root, ['build.gradle.kts', 'build.gradle', 'gradle.properties'])
  const properties = await readFiles(folder, ['gradle.properties'])
  const catalog = await readCatalog(root)
  const plugins = pluginsOf([own], catalog)
  const shared = above.filter((code) => findLine([code], /^[ \t]*(?:subprojects|allprojects)\b/) !== null)
  const rootName =
    settings === null
      ? null
      : (findLine([settings], /rootProject\.name[ \t]*=[ \t]*["']([\w.-]{1,100})["']/)?.match[1] ?? null)
  const name = root.path === folder.path ? rootName : baseName(folder.path)
  const version =
    findLine(
      [own, ...properties, ...above],
      /^[ \t]{0,8}version[ \t]{0,8}=?[ \t]{0,8}["']?([\w.-]{1,60})["']?[ \t]{0,8}$/,
    )?.match[1] ?? null
  const main = findLine([own], /\bmainClass(?:Name)?(?:\.set\(|[ \t]{0,8}=)[ \t]{0,8}["']([\w.]{1,200})["']/)
  return {
    tool: 'gradle',
    folder,
    root,
    file: folder.full(own.file),
    name,
    version,
    javaVersion: javaVersion([own, ...above, ...properties]),
    dependencies: dependenciesOf([own, ...shared], catalog),
    plugins,
    isKotlin: [...plugins.keys()].some((id) => /kotlin/.test(id)),
    isLibrary: plugins.has('java-library') && !plugins.has('application') && !plugins.has('org.springframework.boot'),
    archive: archiveOf([own], name, version),
    mainClass: main?.match[1] ?? null,
    uses: projectsOf(own, root),
  }
}

/** The folder with the settings is the root; a folder without any is its own root. */
function rootOf(folder: Folder): Folder {
  const places = [folder, ...ancestors(folder)]
  return places.find((place) => place.has('settings.gradle') || place.has('settings.gradle.kts')) ?? folder
}

interface Catalog {
  readonly code: CodeFile | null
  /** `libs.ktor.server.core` → `io.ktor:ktor-server-core` */
  readonly libraries: ReadonlyMap<string, string[]>
  readonly plugins: ReadonlyMap<string, string>
}

async function readCatalog(root: Folder): Promise<Catalog> {
  const text = await root.text('gradle/libs.versions.toml')
  const code = await readFile(root, 'gradle/libs.versions.toml')
  const value = text === null ? null : parseTomlText(text).value
  const libraries = new Map<string, string[]>()
  for (const [alias, entry] of Object.entries(recordAt(value, 'libraries'))) {
    const module =
      typeof entry === 'string'
        ? entry.split(':').slice(0, 2).join(':')
        : (textAt(entry, 'module') ?? `${textAt(entry, 'group')}:${textAt(entry, 'name')}`)
    libraries.set(dotted(alias), [module])
  }
  for (const [alias, entry] of Object.entries(recordAt(value, 'bundles'))) {
    const names = Array.isArray(entry) ? entry.filter((one) => typeof one === 'string') : []
    libraries.set(
      `bundles.${dotted(alias)}`,
      names.flatMap((one) => libraries.get(dotted(one)) ?? []),
    )
  }
  const plugins = new Map<string, string>()
  for (const [alias, entry] of Object.entries(recordAt(value, 'plugins'))) {
    const id = typeof entry === 'string' ? entry.split(':')[0] : textAt(entry, 'id')
    if (typeof id === 'string') plugins.set(dotted(alias), id)
  }
  return { code, libraries, plugins }
}

const dotted = (alias: string) => alias.replaceAll(/[-_]/g, '.')

function pluginsOf(code: readonly CodeFile[], catalog: Catalog): Map<string, number> {
  const found = new Map<string, number>()
  for (const hit of findLines(
    code,
    /^[ \t]*(?:plugins[ \t]*\{[ \t]*)?(?:id[ \t(]+["']([\w.-]{1,100})["']|kotlin\(["'](\w[\w.-]{0,60})["']\)|alias\(libs\.plugins\.([\w.]{1,100})\)|apply[ \t(]+plugin[: =]+["']([\w.-]{1,100})["']|`?(java|application|war|java-library|groovy|scala)`?[ \t]*$)/,
  )) {
    const [, id, kotlin, alias, applied, plain] = hit.match
    const name =
      id ??
      (kotlin === undefined ? undefined : `org.jetbrains.kotlin.${kotlin}`) ??
      (alias === undefined ? undefined : catalog.plugins.get(alias)) ??
      applied ??
      plain
    // A plugin that is only declared for submodules isn't used here.
    if (name !== undefined && !/apply[ \t(]*false/.test(hit.code.lines[hit.line - 1] ?? '')) found.set(name, hit.line)
  }
  return found
}

const configuration =
  /^[ \t]*(?:implementation|api|runtimeOnly|compileOnlyApi|developmentOnly|compile|runtime|annotationProcessor|kapt|ksp)[ \t(]+/

function dependenciesOf(code: readonly CodeFile[], catalog: Catalog): Dependencies {
  const found: Dependencies = new Map()
  for (const hit of findLines(code, configuration, 500)) {
    const line = hit.code.lines[hit.line - 1] ?? ''
    const at = { file: hit.code.folder.full(hit.code.file), line: hit.line }
    const direct = /["']([\w.-]{1,100}):([\w.-]{1,100})(?::([^"'@]{1,60}))?/.exec(line)
    if (direct !== null) found.set(`${direct[1]}:${direct[2]}`, { version: direct[3] ?? null, ...at })
    const alias = /\blibs\.([\w.]{1,100})/.exec(line)?.[1]
    for (const module of alias === undefined ? [] : (catalog.libraries.get(dotted(alias)) ?? []))
      found.set(module, { version: null, ...at })
    const ktor = /\bktorLibs\.([\w.]{1,100})/.exec(line)?.[1]
    if (ktor !== undefined) found.set(`io.ktor:ktor-${ktor.replaceAll('.', '-')}`, { version: null, ...at })
  }
  return found
}

function javaVersion(code: readonly CodeFile[]): Claim<string> | null {
  const patterns = [
    /JavaLanguageVersion\.of\([ \t]*["']?(\d{1,2})/,
    /jvmToolchain\([ \t]*(\d{1,2})/,
    /(?:sourceCompatibility|targetCompatibility)[ \t]{0,8}=?[ \t]{0,8}["']?(?:JavaVersion\.VERSION_)?((?:1[._])?\d{1,2})/,
    /options\.release(?:\.set\(|[ \t]{0,8}=)[ \t]{0,8}(\d{1,2})/,
    /jvmTarget(?:\.set\(|[ \t]{0,8}=)[ \t]{0,8}(?:JvmTarget\.JVM_)?["']?((?:1[._])?\d{1,2})/,
  ]
  for (const pattern of patterns) {
    const hit = findLine(code, pattern)
    const version = plainJava((hit?.match[1] ?? '').replace('_', '.'))
    if (hit !== null && version !== null) return claim(version, 1, sourceOf(hit))
  }
  return null
}

function archiveOf(code: readonly CodeFile[], name: string | null, version: string | null): string | null {
  const stated = findLine(code, /archiveFileName(?:\.set\(|[ \t]{0,8}=)[ \t]{0,8}["']([\w.-]{1,100}\.jar)["']/)
    ?.match[1]
  if (stated !== undefined) return stated
  const base =
    findLine(code, /archive(?:s)?BaseName(?:\.set\(|[ \t]{0,8}=)[ \t]{0,8}["']([\w.-]{1,100})["']/)?.match[1] ?? name
  return base === null ? null : `${base}${version === null ? '' : `-${version}`}.jar`
}

/** Matches `implementation(project(":core"))`. */
function projectsOf(own: CodeFile, root: Folder): string[] {
  return findLines([own], /\bproject\([ \t]*(?:path[ \t]*[:=][ \t]*)?["']:([\w:.-]{1,100})["']/).map((hit) => {
    const path = (hit.match[1] ?? '').replaceAll(':', '/')
    return root.path === '.' ? path : `${root.path}/${path}`
  })
}
