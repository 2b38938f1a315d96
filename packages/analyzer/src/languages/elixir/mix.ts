/** Reads mix.exs line by line: the app, its dependencies, releases, and aliases. */
import { type Claim, claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, findLines, readFile, sourceOf } from '../code/code-file.ts'
import type { Dependencies } from '../make-app.ts'
import { lowestOf, versionFromFiles } from '../version-files.ts'

export interface Mix {
  readonly code: CodeFile
  readonly app: string | null
  readonly release: string | null
  readonly dependencies: Dependencies
  /** Folder with the apps of an umbrella project. */
  readonly appsPath: string | null
  readonly hasApplication: boolean
  readonly aliases: ReadonlySet<string>
}

export async function readMix(folder: Folder): Promise<Mix | null> {
  const code = await readFile(folder, 'mix.exs')
  if (code === null) return null
  const one = (pattern: RegExp) => findLine([code], pattern)?.match[1] ?? null
  const dependencies: Dependencies = new Map()
  for (const hit of findLines([code], /\{:(\w{1,60}),[ \t]*(?:"([^"]{1,60})")?/, 300)) {
    const line = hit.code.lines[hit.line - 1] ?? ''
    if (/only:[ \t]*(?::dev|:test|\[[ \t]*:(?:dev|test)[ \t,:a-z]*\])/.test(line) && !/:prod/.test(line)) continue
    dependencies.set(hit.match[1] ?? '', {
      version: hit.match[2] ?? null,
      file: folder.full('mix.exs'),
      line: hit.line,
    })
  }
  const releases = code.lines.findIndex((line) => /\breleases:[ \t]*\[|\bdefp? releases\b/.test(line))
  const named =
    releases === -1
      ? null
      : code.lines
          .slice(releases, releases + 6)
          .map((line) => /^[ \t]*(?:releases:[ \t]*\[[ \t]*)?(\w{1,60}):[ \t]*\[/.exec(line)?.[1])
          .find((name) => name !== undefined && name !== 'releases')
  const app = one(/\bapp:[ \t]*:(\w{1,60})/)
  return {
    code, app, dependencies,
    release: named ?? app,
    appsPath: one(/\bapps_path:[ \t]*"([\w/.-]{1,60})"/),
    hasApplication: findLine([code], /\bmod:[ \t]*\{/) !== null,
    aliases: new Set(findLines([code], /^[ \t]*"?([\w.]{1,40})"?:[ \t]*\[/).map((hit) => hit.match[1] ?? '')),
  } // biome-ignore format: parts of the project
}

export async function findElixirVersion(folder: Folder, { code }: Mix): Promise<Claim<string> | null> {
  const pinned = await versionFromFiles(folder, ['.elixir-version'], ['elixir'])
  if (pinned !== null) return pinned
  const pack = await readFile(folder, 'elixir_buildpack.config')
  const packed = pack === null ? null : findLine([pack], /^elixir_version[ \t]*=[ \t]*v?(\d+\.\d+(?:\.\d+)?)/)
  if (packed !== null) return claim(packed.match[1] ?? '', 1, sourceOf(packed))
  const stated = findLine([code], /\belixir:[ \t]*"([^"]{1,40})"/)
  const version = lowestOf((stated?.match[1] ?? '').replaceAll(/~>[ \t]*/g, ''))
  return stated === null || version === null ? null : claim(version, 0.9, sourceOf(stated))
}
