/** Finds the build command: the script for it, else the framework's own program. */
import { type Claim, claim, source } from '../../claim.ts'
import type { NodeContext } from './context.ts'
import { sourceFilesOf } from './entry.ts'
import { dependencySource, dependsOn, type Manifest, scriptSource } from './manifest.ts'
import { nestProjects } from './nest-projects.ts'
import { runProgram, runScript } from './package-manager.ts'
import type { Shape } from './shape.ts'
import { memberBuild, type Used } from './workspace-parts.ts'

const scripts = [
  'build',
  'build:prod',
  'build:production',
  'heroku-postbuild',
  'compile',
  'build:server',
  'build:ts',
  'tsc',
  'generate',
  'bundle',
]

export async function findBuild(
  context: NodeContext,
  shape: Shape,
  used: readonly Used[],
): Promise<Claim<string> | null> {
  const { manifest, manager } = context
  const applications = await nestProjects(context)
  if (applications.length > 1) {
    const commands = applications.map(({ name }) => runProgram(manager.name, `nest build ${name}`))
    return claim(commands.join(' && '), 0.9, source(context.folder.full('nest-cli.json'), null, 'several applications'))
  }
  const named = shape.build?.startsWith('script:') === true ? shape.build.slice('script:'.length) : null
  const script = named ?? scripts.find((name) => isBuild(manifest.scripts.get(name))) ?? prestart(manifest)
  if (script !== undefined && script !== null) {
    const text = context.workspace === null ? runScript(manager.name, script) : memberBuild(context, script, used)
    return claim(text, 1, scriptSource(manifest, script))
  }
  const program = shape.build ?? compiler(context)
  if (program === null) return null
  const text = runProgram(manager.name, program)
  return claim(
    inMember(context, text),
    shape.build === null ? 0.6 : 0.85,
    ...(shape.framework?.sources ?? [dependencySource(manifest, 'typescript')]),
  )
}

function isBuild(text: string | undefined): boolean {
  return text !== undefined && !/^(?:echo|exit|true|:)\b/.test(text)
}

/** Commands that npm would run before each start belong in the image if they build. */
function prestart({ scripts: all }: Manifest): string | null {
  return /\b(?:tsc|tsup|esbuild|webpack|rollup|vite build|swc|build)\b/.test(all.get('prestart') ?? '')
    ? 'prestart'
    : null
}

/** The app starts from a folder that isn't in the repository, and is written in TypeScript. */
function compiler(context: NodeContext): string | null {
  const started = context.start?.step?.args
    .find((word) => /^(?:\.\/)?(?:dist|build|out|lib)\//.test(word))
    ?.replace(/^\.\//, '')
  if (started === undefined || context.folder.has(started) || context.folder.has(`${started}.js`)) return null
  const hasSource = sourceFilesOf(started).some((file) => context.folder.has(file))
  return dependsOn(context.manifest, 'typescript') && context.folder.has('tsconfig.json') && hasSource ? 'tsc' : null
}

function inMember(context: NodeContext, text: string): string {
  return context.workspace === null || context.folder.path === context.workspace.root
    ? text
    : `cd ${context.folder.path} && ${text}`
}
