import type { App, AppProcess, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readCode, readFile, sourceAt, sourceOf } from '../code/code-file.ts'
import { ancestors } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, makeProcess, warn } from '../make-app.ts'
import { versionFromFiles } from '../version-files.ts'
import type { JavaBuild } from './build.ts'
import { type JavaCommands, javaCommands } from './commands.ts'
import { findJvmFramework, type JvmFramework } from './frameworks.ts'
import { readGradle } from './gradle.ts'
import { javaImage } from './image.ts'
import { plainJava, readMaven } from './maven.ts'
import { readSettings } from './settings.ts'

export const java: Language = {
  name: 'java',
  manifests: [/^pom\.xml$/, /^build\.gradle(?:\.kts)?$/],
  async detect(folder) {
    const build = (await readMaven(folder)) ?? (await readGradle(folder))
    if (build === null || build.isLibrary) return null
    const code = await readCode(
      folder,
      (file) => /^(?:src\/main|src|app)\/.*\.(?:java|kt)$/.test(file) && !/(?:^|\/)(?:test|androidTest)\//.test(file),
      120,
    )
    if (isAndroid(build) || (code.length === 0 && build.root.path !== folder.path)) return null
    const framework = findJvmFramework(build, await readSettings(folder), code)
    const main = findMain(code, framework.framework?.value ?? null)
    // A module without an entry point is a library for the others.
    if (main === null && build.mainClass === null && !isQuarkus(framework)) return null
    return await assemble(build, { code, framework, main })
  },
}

interface Found {
  readonly code: readonly CodeFile[]
  readonly framework: JvmFramework
  readonly main: Claim<string> | null
}

const isQuarkus = (framework: JvmFramework) => framework.framework?.value === 'quarkus'

function isAndroid(build: JavaBuild): boolean {
  return (
    [...build.plugins.keys()].some((id) => id.startsWith('com.android.')) ||
    build.folder.has('src/main/AndroidManifest.xml')
  )
}

function findMain(code: readonly CodeFile[], framework: string | null): Claim<string> | null {
  const annotated = framework === 'spring-boot' ? findLine(code, /^[ \t]*@SpringBootApplication\b/) : null
  const hit =
    annotated ??
    findLine(
      code,
      /\bpublic static void main\b|^(?:suspend )?fun main\(|^[ \t]*(?:static )?void main\(|@JvmStatic fun main\(/,
    )
  return hit === null ? null : claim(hit.code.file, 0.95, sourceOf(hit))
}

async function assemble(build: JavaBuild, { code, framework, main }: Found): Promise<App | null> {
  const commands = javaCommands(build, framework.framework?.value ?? null)
  if (commands === null) return null
  const { folder } = build
  const version = await javaVersion(build)
  const manifest = source(build.file, null, `build file of ${build.tool}`)
  const process = processOf(framework, commands, main?.sources ?? [manifest])
  return makeApp(folder, {
    name: build.name,
    language: language(build, code, manifest),
    framework: framework.framework,
    version,
    packageManager: claim(build.tool, 1, manifest),
    installCommand: commands.install === null ? null : claim(commands.install, 0.9, manifest),
    buildCommand: claim(commands.build, 0.95, manifest),
    processes: [process],
    dependencies: build.dependencies,
    uses: build.root.path === folder.path ? [] : [...build.uses],
    warnings: warnings(build, code),
    image: javaImage(build, commands, { version: version?.value ?? null, port: process.port?.value ?? null }),
  })
}

function processOf(framework: JvmFramework, commands: JavaCommands, sources: Claim<string>['sources']): AppProcess {
  const start = claim(commands.start, commands.output.includes('*') ? 0.7 : 0.9, ...sources)
  if (!framework.isWeb) return makeProcess('worker', 'worker', start)
  return makeProcess('web', 'web', start, { port: framework.port, healthPath: framework.healthPath })
}

function language(build: JavaBuild, code: readonly CodeFile[], manifest: ReturnType<typeof source>): Claim<string> {
  const kotlin = code.filter((file) => file.file.endsWith('.kt')).length
  return claim(build.isKotlin && kotlin * 2 >= code.length ? 'kotlin' : 'java', 1, manifest)
}

async function javaVersion(build: JavaBuild): Promise<Claim<string> | null> {
  const sdkman = await sdkmanVersion(build.root)
  const pinned = (await versionFromFiles(build.folder, ['.java-version'], ['java'])) ?? sdkman
  const found = build.javaVersion ?? pinned ?? (await herokuVersion(build.root))
  const major = found === null ? null : plainJava(found.value)
  return found === null || major === null ? null : { ...found, value: major }
}

async function sdkmanVersion(folder: Folder): Promise<Claim<string> | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const code = await readFile(place, '.sdkmanrc')
    const hit = code === null ? null : findLine([code], /^java[ \t]*=[ \t]*(\d{1,2}(?:\.\d{1,3}){0,3})/)
    if (hit !== null) return claim(hit.match[1] ?? '', 1, sourceOf(hit))
  }
  return null
}

/** Reads `java.runtime.version=21` of system.properties. */
async function herokuVersion(folder: Folder): Promise<Claim<string> | null> {
  const code = await readFile(folder, 'system.properties')
  const index = code?.lines.findIndex((line) => line.startsWith('java.runtime.version')) ?? -1
  const version = /=[ \t]*(\d{1,2}(?:\.\d)?)/.exec(code?.lines[index] ?? '')?.[1]
  return code === null || version === undefined ? null : claim(version, 1, sourceAt(code, index + 1))
}

function warnings(build: JavaBuild, code: readonly CodeFile[]): AppWarning[] {
  const found: AppWarning[] = []
  const local = findLine(code, /\bhost[ \t]*=[ \t]*"(?:localhost|127\.0\.0\.1)"/)
  if (local !== null) {
    found.push(
      warn(
        'listens_on_localhost',
        'The server listens only on localhost, so nothing outside of its container can reach it.',
        'Listen on 0.0.0.0.',
        sourceOf(local),
      ),
    )
  }
  if (build.archive === null && build.tool === 'gradle') {
    found.push(
      warn(
        'archive_name_unknown',
        'The project has no name, so the name of its archive is a guess.',
        'Set rootProject.name in settings.gradle.',
        source(build.file, null, ''),
      ),
    )
  }
  return found
}
