/** Finds the entry file of a program. */
import { type Claim, claim, source } from '../../claim.ts'
import { lineOfKey } from '../../lines.ts'
import { textAt } from '../../values.ts'
import { joinPath } from '../folder-paths.ts'
import type { NodeContext } from './context.ts'

export interface Entry {
  /** Path relative to the app. */
  readonly file: string
  readonly command: Claim<string>
}

const names = ['server', 'index', 'app', 'main', 'bot', 'start', 'worker']
const folders = ['', 'src/', 'server/', 'bin/', 'lib/', 'api/', 'app/']

export async function findEntry(context: NodeContext): Promise<Entry | null> {
  return entryOfMain(context) ?? entryByName(context)
}

function entryOfMain(context: NodeContext): Entry | null {
  const { manifest, folder } = context
  const stated = textAt(manifest.value, 'main') ?? textAt(manifest.value, 'module')
  const main = stated === null ? null : joinPath('.', stated)
  if (main === null) return null
  const place = source(manifest.file, lineOfKey(manifest.text, 'main'), `main: ${stated}`)
  const file = [main, `${main}.js`, `${main}/index.js`, ...sourceFilesOf(main)].find((one) => folder.has(one))
  return file === undefined ? null : { file, command: claim(commandFor(context, file, main), 0.8, place) }
}

function entryByName(context: NodeContext): Entry | null {
  for (const place of folders) {
    for (const name of names) {
      const file = ['js', 'mjs', 'cjs', 'ts', 'mts']
        .map((end) => `${place}${name}.${end}`)
        .find((one) => context.folder.has(one))
      if (file === undefined) continue
      const found = source(context.folder.full(file), null, 'the file with which such a program usually begins')
      return { file, command: claim(commandFor(context, file, null), 0.6, found) }
    }
  }
  return context.folder.has('bin/www')
    ? {
        file: 'bin/www',
        command: claim(
          'node bin/www',
          0.8,
          source(context.folder.full('bin/www'), null, 'the file of Express’ generator'),
        ),
      }
    : null
}

/** TypeScript runs from the output of its build; without a build, with a runner that the package has. */
function commandFor(context: NodeContext, file: string, main: string | null): string {
  // Bun runs TypeScript directly: a build next to it checks types or creates something else.
  const isStated = main === null || main === file
  if (context.manager.name === 'bun' && (isStated || !context.manifest.scripts.has('build'))) return `bun ${file}`
  if (!/\.[cm]?ts$/.test(file)) return `node ${file}`
  if (context.manifest.scripts.has('build'))
    return `node ${main !== null && !/\.[cm]?ts$/.test(main) ? main : builtFileOf(file)}`
  return `${context.manifest.dependencies.has('ts-node') ? 'ts-node' : 'tsx'} ${file}`
}

export function builtFileOf(file: string): string {
  return `dist/${file.replace(/^src\//, '').replace(/\.([cm]?)ts$/, '.$1js')}`
}

/** `dist/server.js` was `src/server.ts` before the build. */
export function sourceFilesOf(built: string): string[] {
  const inside = built.replace(/^(?:dist|build|out|lib|\.output)\//, '').replace(/^src\//, '')
  const base = inside.replace(/\.[cm]?js$/, '')
  const bases = built === base ? [base, `${base}/index`] : [base]
  return bases.flatMap((one) =>
    ['src/', ''].flatMap((place) => ['ts', 'mts', 'js', 'mjs', 'tsx'].map((end) => `${place}${one}.${end}`)),
  )
}
