import type { App, AppProcess, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readCode, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { portOf, portOfVariable } from '../code/port.ts'
import { ancestors, baseName, folderOf } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { type Dependencies, makeApp, makeProcess, warn } from '../make-app.ts'
import { elixirImage } from './image.ts'
import { findElixirVersion, type Mix, readMix } from './mix.ts'

export const elixir: Language = {
  name: 'elixir',
  manifests: [/^mix\.exs$/],
  async detect(folder) {
    const mix = await readMix(folder)
    if (mix === null || (await isInUmbrella(folder))) return null
    const children = await umbrellaApps(folder, mix)
    const dependencies: Dependencies = new Map([mix, ...children].flatMap((one) => [...one.dependencies]))
    const code = await readCode(folder, (file) => /\.exs?$/.test(file) && /(?:^|\/)(?:lib|config)\//.test(file), 150)
    const release = mix.release ?? children.find((child) => child.dependencies.has('phoenix'))?.app ?? null
    if (release === null || ![mix, ...children].some((one) => one.hasApplication)) return null
    if (isPublished(mix) && !dependencies.has('phoenix') && !dependencies.has('bandit')) return null
    return await assemble({ folder, mix, dependencies, code, release })
  },
}

/** Published to hex.pm: apps have no `package`. */
function isPublished(mix: Mix): boolean {
  return findLine([mix.code], /^[ \t]*package:[ \t]*(?:package\b|\[|@)/) !== null
}

interface Project {
  readonly folder: Folder
  readonly mix: Mix
  readonly dependencies: Dependencies
  readonly code: readonly CodeFile[]
  readonly release: string
}

async function isInUmbrella(folder: Folder): Promise<boolean> {
  for (const place of ancestors(folder)) {
    const mix = await readMix(place)
    if (mix?.appsPath !== null && mix !== null) return true
  }
  return false
}

async function umbrellaApps(folder: Folder, mix: Mix): Promise<Mix[]> {
  if (mix.appsPath === null) return []
  const prefix = `${mix.appsPath}/`
  const manifests = folder
    .files()
    .filter(
      (file) =>
        file.startsWith(prefix) &&
        baseName(file) === 'mix.exs' &&
        file.split('/').length === prefix.split('/').length + 1,
    )
  const all = await Promise.all(
    manifests
      .slice(0, 50)
      .map((file) => readMix(new Folder(folder.repository, folder.full(file.slice(0, -'/mix.exs'.length))))),
  )
  return all.filter((one) => one !== null)
}

async function assemble(project: Project): Promise<App> {
  const { folder, mix, dependencies, code, release } = project
  const version = await findElixirVersion(folder, mix)
  const manifest = source(folder.full('mix.exs'), 1, 'project of Mix')
  const framework = findFramework(dependencies)
  const binary = `_build/prod/rel/${release}/bin/${release}`
  const process = processOf(project, framework, binary)
  const hasAssets = mix.aliases.has('assets.deploy')
  const isPhoenix = framework?.value === 'phoenix'
  return makeApp(folder, {
    name: mix.app,
    language: claim('elixir', 1, manifest),
    framework,
    version,
    packageManager: claim('mix', 1, manifest),
    installCommand: claim('mix deps.get --only prod', 1, manifest),
    buildCommand: claim(hasAssets ? 'mix assets.deploy && mix release' : 'mix release', 0.95, manifest),
    releaseCommand: migrations(project, binary),
    processes: [process],
    dependencies,
    warnings: warnings(folder),
    image: elixirImage({
      folder,
      mix,
      version: version?.value ?? null,
      release,
      start: `${binary} start`,
      port: process.port?.value ?? null,
      isPhoenix,
      hasAssets,
    }),
  })

  function warnings(place: Folder): AppWarning[] {
    const bound = findLine(
      code.filter((file) => /(?:runtime|prod)\.exs$/.test(file.file)),
      /\bip:[ \t]*\{127, ?0, ?0, ?1\}/,
    )
    return [
      ...(place.has('mix.lock')
        ? []
        : [
            warn(
              'no_lockfile',
              'mix.lock is missing, so each build can get different versions.',
              'Run mix deps.get and commit mix.lock.',
              manifest,
            ),
          ]),
      ...(bound === null
        ? []
        : [
            warn(
              'listens_on_localhost',
              'The server listens only on localhost, so nothing outside of its container can reach it.',
              'Bind {0, 0, 0, 0, 0, 0, 0, 0}.',
              sourceOf(bound),
            ),
          ]),
    ]
  }
}

function findFramework(dependencies: Dependencies): Claim<string> | null {
  const known = [
    ['phoenix', 'phoenix'],
    ['bandit', 'plug'],
    ['plug_cowboy', 'plug'],
    ['plug', 'plug'],
    ['nerves', 'nerves'],
  ] as const
  for (const [name, framework] of known) {
    const entry = dependencies.get(name)
    if (entry !== undefined) return claim(framework, 1, source(entry.file, entry.line, `depends on ${name}`))
  }
  return null
}

function processOf({ code, folder }: Project, framework: Claim<string> | null, binary: string): AppProcess {
  const start = claim(`${binary} start`, 0.95, source(folder.full('mix.exs'), null, 'release of Mix'))
  if (framework === null) return makeProcess('worker', 'worker', start)
  const production = code.filter((file) => /config\/(?:runtime|prod|releases)\.exs$/.test(file.file))
  const rest = code.filter((file) => !/config\/(?:dev|test)\.exs$/.test(file.file))
  const port =
    portOfVariable(production) ??
    portOfVariable(rest) ??
    portOf(production, /\bport:[ \t]*(\d{4,5})/, 1) ??
    portOf(rest, /\bport:[ \t]*(\d{4,5})/, 0.95) ??
    claim(4000, 0.85, ...framework.sources.map((one) => ({ ...one, what: `the usual port of ${framework.value}` })))
  return makeProcess('web', 'web', start, { port, healthPath: findHealthPath(rest) })
}

/** Uses the release module that Phoenix generates; otherwise an equivalent command for the configured repositories. */
function migrations({ dependencies, code, folder, mix }: Project, binary: string): Claim<string> | null {
  if (!dependencies.has('ecto_sql')) return null
  if (folder.has('rel/overlays/bin/migrate'))
    return claim(
      `${folderOf(binary)}/migrate`,
      1,
      source(folder.full('rel/overlays/bin/migrate'), null, 'script for migrations'),
    )
  const release = findLine(code, /^defmodule[ \t]+([\w.]{1,100}\.Release)[ \t]+do/)
  if (release !== null) return claim(`${binary} eval "${release.match[1]}.migrate"`, 0.95, sourceOf(release))
  const repo = findLine(code, /\becto_repos:[ \t]*\[[ \t]*([\w.]{1,100})/)
  if (repo === null || mix.app === null) return null
  return claim(
    `${binary} eval 'Application.load(:${mix.app}); Ecto.Migrator.with_repo(${repo.match[1]}, &Ecto.Migrator.run(&1, :up, all: true))'`,
    0.8,
    sourceOf(repo),
  )
}
