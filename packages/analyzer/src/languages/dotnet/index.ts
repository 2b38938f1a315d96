import type { App, AppProcess, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { parseJson } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { type CodeFile, findLine, readCode, readFiles, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { portOf, portOfVariable } from '../code/port.ts'
import { ancestors, ownFiles } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, makeProcess, makeSite, warn } from '../make-app.ts'
import { isOlder, minorOf } from '../version-files.ts'
import { defaultDotnet, dotnetImage } from './image.ts'
import { type ProjectFile, property, readProject, referencedProjects } from './project-file.ts'

const oldestDotnet = '8.0'

type Kind = 'web' | 'worker' | 'static'

export const dotnet: Language = {
  name: 'dotnet',
  manifests: [/\.(?:cs|fs|vb)proj$/],
  async detect(folder) {
    const project = await readProject(folder)
    const kind = project === null ? null : await kindOf(project)
    return project === null || kind === null ? null : await assemble(project, kind)
  },
}

/** Excludes tests, libraries, desktop and phone programs, and the host that only starts others during development. */
async function kindOf(project: ProjectFile): Promise<Kind | null> {
  const { packages, sdk, file } = project
  const isTest =
    packages.has('Microsoft.NET.Test.Sdk') ||
    property(project, 'IsTestProject') === 'true' ||
    /\.?tests?\.\w+proj$/i.test(file)
  const isDesktop = ['UseWPF', 'UseWindowsForms', 'UseMaui'].some(
    (name) => property(project, name)?.toLowerCase() === 'true',
  )
  if (
    isTest ||
    isDesktop ||
    /Aspire\.AppHost/.test(sdk) ||
    packages.has('Aspire.Hosting.AppHost') ||
    packages.has('BenchmarkDotNet')
  )
    return null
  if (sdk.startsWith('Microsoft.NET.Sdk.BlazorWebAssembly')) return (await isReferenced(project)) ? null : 'static'
  if (sdk.startsWith('Microsoft.NET.Sdk.Web'))
    return property(project, 'OutputType')?.toLowerCase() === 'library' ? null : 'web'
  if (sdk.startsWith('Microsoft.NET.Sdk.Worker')) return 'worker'
  if (property(project, 'OutputType')?.toLowerCase() !== 'exe') return null
  if (packages.has('Microsoft.AspNetCore.App')) return 'web'
  // A console program next to others is a tool, unless it is hosted.
  const isHosted =
    packages.has('Microsoft.Extensions.Hosting') || /worker|service|bot|consumer|job|scheduler/i.test(file)
  return isHosted || isAlone(project) ? 'worker' : null
}

function isAlone(project: ProjectFile): boolean {
  return project.folder.repository.filesBelow('.').filter((file) => /\.(?:cs|fs|vb)proj$/.test(file)).length === 1
}

/** Matches a WebAssembly client that a server project publishes with itself. */
async function isReferenced(project: ProjectFile): Promise<boolean> {
  const own = project.folder.full(project.file)
  const others = project.folder.repository.filesBelow('.').filter((file) => file.endsWith('.csproj') && file !== own)
  const texts = await project.folder.repository.texts(others.slice(0, 50))
  return texts.some((text) => text?.includes(project.file) === true && text.includes('Microsoft.NET.Sdk.Web'))
}

async function assemble(project: ProjectFile, kind: Kind): Promise<App> {
  const { folder, file, version } = project
  const code = await readCode(
    folder,
    (name) => /\.(?:cs|fs|razor|cshtml)$/.test(name) && !/(?:^|\/)(?:obj|bin|Migrations)\//.test(name),
    120,
  )
  const references = await referencedProjects(project)
  const uses = references.map((one) => one.folder.path)
  const context = contextOf(folder, uses)
  const manifest = source(folder.full(file), 1, `project for ${project.sdk}`)
  const process = await processOf(project, kind, code)
  const target = version?.value ?? defaultDotnet
  return makeApp(folder, {
    name: project.assembly,
    language: claim('dotnet', 1, manifest),
    framework: framework(project, kind, { code, manifest }),
    version,
    packageManager: claim('nuget', 1, manifest),
    installCommand: claim('dotnet restore', 0.95, manifest),
    buildCommand: claim('dotnet publish -c Release -o out', 0.95, manifest),
    outputDirectory: kind === 'static' ? claim('out/wwwroot', 0.9, manifest) : null,
    processes: [process],
    dependencies: new Map([...references.flatMap((one) => [...one.packages]), ...project.packages]),
    uses,
    warnings: warnings(project, code),
    image: dotnetImage({
      project, context, version: target, sdk: await sdkVersion(folder, target), isWeb: kind === 'web', isStatic: kind === 'static',
      port: process.port?.value ?? null, start: process.startCommand?.value ?? null, needsNode: JSON.stringify(project.xml).includes('npm '),
    }),
  }) // biome-ignore format: parts of the plan
}

async function processOf(project: ProjectFile, kind: Kind, code: readonly CodeFile[]): Promise<AppProcess> {
  const where = source(project.folder.full(project.file), 1, `project for ${project.sdk}`)
  if (kind === 'static') return makeSite(where)
  const start = claim(`dotnet ${project.assembly}.dll`, 0.95, where)
  if (kind === 'worker') return makeProcess('worker', 'worker', start)
  const settings = await readFiles(project.folder, ['appsettings.Production.json', 'appsettings.json'])
  const port =
    portOf(settings, /"Url"[ \t]*:[ \t]*"http:\/\/[^:"]{1,60}:(\d{2,5})/, 1) ??
    portOf(code, /\b(?:UseUrls|Run|RunAsync|Urls\.Add)\([^\n"]{0,20}"http:\/\/[^:"]{1,60}:(\d{2,5})/, 1) ??
    portOf(code, /\bListen(?:AnyIP|Localhost)?\([^\d\n]{0,40}(\d{2,5})/, 1) ??
    portOfVariable(code) ??
    claim(8080, 0.9, { ...where, what: 'the port of the runtime image' })
  return makeProcess('web', 'web', start, { port, healthPath: findHealthPath(code) })
}

function framework(
  { sdk, packages }: ProjectFile,
  kind: Kind,
  { code, manifest }: { code: readonly CodeFile[]; manifest: ReturnType<typeof source> },
): Claim<string> | null {
  // The rest are plain console programs.
  const isHosted = sdk.startsWith('Microsoft.NET.Sdk.Worker') || packages.has('Microsoft.Extensions.Hosting')
  if (kind === 'worker') return isHosted ? claim('worker-service', 0.9, manifest) : null
  const blazor =
    kind === 'static'
      ? null
      : findLine(code, /\b(?:AddRazorComponents|AddServerSideBlazor|MapBlazorHub|MapRazorComponents)\b/)
  if (kind === 'static') return claim('blazor', 1, manifest)
  return blazor === null ? claim('aspnetcore', 1, manifest) : claim('blazor', 0.95, sourceOf(blazor), manifest)
}

const shared = /^(?:Directory\.(?:Build|Packages)\.(?:props|targets)|nuget\.config|global\.json|.+\.slnx?)$/i

/** A folder that contains all referenced projects and shared files. */
function contextOf(folder: Folder, uses: readonly string[]): Folder {
  const above = ancestors(folder)
  const contains = (place: Folder) =>
    uses.every((path) => place.path === '.' || path === place.path || path.startsWith(`${place.path}/`))
  const sharing = above.findLast((place) => ownFiles(place).some((file) => shared.test(file)))
  const needed = [folder, ...above].find(contains) ?? folder
  return sharing !== undefined && contains(sharing) ? sharing : needed
}

/** The SDK of global.json if it is newer than the target, otherwise that of the target. */
async function sdkVersion(folder: Folder, target: string): Promise<string> {
  for (const place of [folder, ...ancestors(folder)]) {
    const text = await place.text('global.json')
    const version = text === null ? null : textAt(parseJson(text).value, 'sdk', 'version')
    if (version !== null && /^\d+\.\d+/.test(version)) return isOlder(version, target) ? target : minorOf(version)
  }
  return target
}

function warnings(project: ProjectFile, code: readonly CodeFile[]): AppWarning[] {
  const found: AppWarning[] = []
  const { version } = project
  if (version !== null && isOlder(version.value, oldestDotnet)) {
    found.push(
      warn(
        'unsupported_version',
        `.NET ${version.value} no longer gets security fixes.`,
        `Move to ${oldestDotnet} or newer.`,
        version.sources[0],
      ),
    )
  }
  const local = findLine(code, /\b(?:UseUrls|Run|ListenLocalhost)\([^\n]{0,20}(?:localhost|127\.0\.0\.1)/)
  if (local !== null)
    found.push(
      warn(
        'listens_on_localhost',
        'The server listens only on localhost, so nothing outside of its container can reach it.',
        'Leave the address to ASPNETCORE_URLS.',
        sourceOf(local),
      ),
    )
  const hasMigrations = project.folder.files().some((file) => /(?:^|\/)Migrations\/\w+\.cs$/.test(file))
  if (hasMigrations && findLine(code, /\.Migrate(?:Async)?\(/) === null) {
    found.push(
      warn(
        'migrations_not_run',
        'The project has Entity Framework migrations, and nothing runs them.',
        'Call Database.Migrate() when the app starts, or build a migrations bundle and set it as the release command.',
      ),
    )
  }
  return found
}
