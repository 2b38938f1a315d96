/** A project of an Nx repository with one package.json for all: its dependencies are what its code imports. */
import { Folder } from '../../folder.ts'
import { isRecord, recordAt, textAt } from '../../values.ts'
import { findLine, readCode, readFiles } from '../code/code-file.ts'
import { joinPath, relativeTo } from '../folder-paths.ts'
import type { Workspace } from '../language.ts'
import type { Dependencies } from '../make-app.ts'
import { isImported } from './frameworks/servers.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Executors and files that identify a framework better than any import. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/@nx\/next|@nrwl\/next|next\.config/, 'next'],
  [/@nx\/nuxt|nuxt\.config/, 'nuxt'],
  [/@nx\/angular|@angular-devkit|@angular\/build|@nrwl\/angular/, '@angular/core'],
  [/@nx\/remix/, '@remix-run/react'],
  [/@nx\/vite|vite\.config/, 'vite'],
]

export async function readNxManifest(folder: Folder, workspace: Workspace | null): Promise<Manifest | null> {
  const project = await folder.document('project.json')
  const text = await folder.text('project.json')
  if (workspace === null || !isRecord(project) || text === null || textAt(project, 'projectType') === 'library')
    return null
  const root = await readManifest(new Folder(folder.repository, workspace.root))
  const build = recordAt(project, 'targets', 'build')
  if (root === null) return null
  const code = await readCode(folder, (file) => /\.[cm]?[jt]sx?$/.test(file))
  const configs = folder
    .files()
    .filter((file) => /^[\w.-]+\.config\.[cm]?[jt]s$/.test(file))
    .join(' ')
  const signed = `${textAt(build, 'executor') ?? ''} ${configs}`
  const isUsed = (name: string) =>
    isImported(code, name) || signs.some(([sign, packageName]) => packageName === name && sign.test(signed))
  const name = textAt(project, 'name') ?? folder.path
  const inside = relativeTo(workspace.root, folder.path)
  const output = textAt(build, 'options', 'outputPath') ?? (await bundlerOutput(folder, inside)) ?? `dist/${inside}`
  const isProgram = signs.every(([sign]) => !sign.test(signed))
  return {
    folder,
    file: folder.full('project.json'),
    text,
    value: project,
    name,
    builtAt: output,
    scripts: new Map([
      ['build', `nx build ${name}`],
      ...(isProgram ? [['start', `node ${output}/main.js`] as const] : []),
    ]),
    dependencies: used(root.dependencies, isUsed),
    development: used(root.development, isUsed),
  }
}

/** Handles `output: { path: join(__dirname, '../../dist/apps/api') }` in the bundler settings of the project. */
async function bundlerOutput(folder: Folder, inside: string): Promise<string | null> {
  const names = ['webpack.config.js', 'webpack.config.ts', 'webpack.config.cjs', 'rspack.config.js', 'rspack.config.ts']
  const hit = findLine(
    await readFiles(folder, names),
    /\bpath ?: ?(?:path\.)?(?:join|resolve)\(__dirname, ?["']([\w./-]{1,80})["']/,
  )
  return hit?.match[1] === undefined ? null : joinPath(inside, hit.match[1])
}

function used(all: Dependencies, isUsed: (name: string) => boolean): Dependencies {
  return new Map([...all].filter(([name]) => isUsed(name)))
}
