/** Node.js (and Bun): every deployable folder with a package.json. */
import type { App, AppProcess } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { lineOfKey } from '../../lines.ts'
import type { Language, Workspace } from '../language.ts'
import { makeProcess, makeSite } from '../make-app.ts'
import { findBuild } from './build.ts'
import { makeContext, type NodeContext } from './context.ts'
import { findShape, guessShape } from './find-shape.ts'
import { findHealthPath } from './health.ts'
import { planImage } from './image/plan.ts'
import { lockfileWarnings } from './lockfile-warnings.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { findRelease, migrationWarnings } from './migrations.ts'
import { findNativeModules } from './native-modules.ts'
import { readBunVersion, readNodeVersion } from './node-version.ts'
import { readNxManifest } from './nx-project.ts'
import { installCommandOf, readPackageManager } from './package-manager.ts'
import { findPort } from './port.ts'
import { stepsOf } from './scripts.ts'
import type { Shape } from './shape.ts'
import { skipValidation } from './skip-validation.ts'
import { findWorkers } from './workers.ts'
import { allDependencies, unusedMembers, usedMembers } from './workspace-parts.ts'
import { hasOwnCode, startsOwnCode } from './workspace-root.ts'

export const node: Language = {
  name: 'node',
  manifests: [/^package\.json$/, /^project\.json$/],
  async detect(folder, workspace) {
    const context = await contextOf(folder, workspace)
    const shape = context === null ? null : await findShape(context)
    if (context === null || shape === null) return null
    return workspace?.root === folder.path && !isAppAtRoot(context, shape) ? null : await describe(context, shape)
  },
  async guess(folder, workspace) {
    // Packages that nothing starts are libraries of the packages next to them.
    if (workspace !== null && workspace.root !== folder.path) return null
    const context = await contextOf(folder, workspace)
    const shape = context === null ? null : await guessShape(context)
    return context === null || shape === null ? null : await describe(context, shape)
  },
}

async function contextOf(folder: Folder, workspace: Workspace | null): Promise<NodeContext | null> {
  const manifest = (await readManifest(folder)) ?? (await readNxManifest(folder, workspace))
  if (manifest === null) return null
  return makeContext(folder, { manifest, manager: await readPackageManager(folder, workspace), workspace })
}

/**
 * The manifest at a workspace root mostly contains tools: it is an app only if it has its own code that is served or
 * started.
 */
function isAppAtRoot(context: NodeContext, shape: Shape): boolean {
  const { workspace, folder } = context
  // With Nx, the root contains the packages of all projects, so its dependencies say nothing about the root itself.
  const isNxHolder = workspace?.runners.includes('nx') === true && !folder.has('project.json')
  if (isNxHolder && !startsOwnCode(context)) return false
  return hasOwnCode(context) && ((shape.framework !== null && shape.kind !== 'worker') || startsOwnCode(context))
}

async function describe(context: NodeContext, shape: Shape): Promise<App> {
  const { manifest, manager, folder, workspace } = context
  const used = await usedMembers(manifest, workspace)
  const native = findNativeModules(manifest)
  const release = shape.kind === 'static' ? null : await findRelease(context, used)
  const processes = await findProcesses(context, shape)
  const app = {
    root: folder.path,
    name: manifest.name,
    language: claim('node', 1, source(manifest.file, lineOfKey(manifest.text, 'name'), 'a package of Node.js')),
    framework: shape.framework,
    version: runsBun(processes) ? await readBunVersion(folder) : await readNodeVersion(folder),
    packageManager: manager.claim,
    installCommand: claim(installCommandOf(manager), manager.claim.confidence, ...manager.claim.sources),
    buildCommand: await findBuild(context, shape, used),
    releaseCommand: release,
    outputDirectory: shape.kind === 'static' ? outputOf(context, shape) : null,
    processes,
    dependencies: allDependencies(manifest, used),
    uses: used.map((member) => member.folder).sort(),
    warnings: [
      ...shape.warnings,
      ...lockfileWarnings(context),
      ...native.warnings,
      ...(shape.kind === 'static' ? [] : await migrationWarnings(context, release)),
    ],
  }
  const commands = [release, ...app.processes.map((one) => one.startCommand)]
  const manifests = [manifest, ...used.map((member) => member.manifest)] as const
  const needsDevelopment =
    shape.needsDevelopment || commands.some((one) => one !== null && isOfDevelopment(manifests, one.value))
  const buildEnvironment = { ...shape.buildEnvironment, ...(await skipValidation(context, used)) }
  const parts = { holder: await readHolder(context), used, unused: await unusedMembers(context, used) }
  return { ...app, image: planImage({ context, shape, app, native, needsDevelopment, buildEnvironment, ...parts }) }
}

function runsBun([first]: readonly AppProcess[]): boolean {
  return /^bun\b/.test(first?.startCommand?.value ?? '')
}

/**
 * Monorepos collect their build output at the root: the path starts there, because the commands of such a project run
 * there too.
 */
function outputOf({ manifest }: NodeContext, { output, outside }: Shape): Claim<string> | null {
  const place = outside ?? (output?.confidence === 1 ? null : manifest.builtAt)
  return output === null || place === null ? output : { ...output, value: place }
}

async function readHolder({ workspace, folder }: NodeContext): Promise<Manifest | null> {
  return workspace === null ? null : await readManifest(new Folder(folder.repository, workspace.root))
}

async function findProcesses(context: NodeContext, shape: Shape): Promise<AppProcess[]> {
  if (shape.kind === 'static') return [makeSite(...(shape.output?.sources ?? []))]
  const start = shape.start ?? startClaim(context)
  const main = makeProcess(shape.kind, shape.kind, start, {
    port: await findPort(context, shape),
    healthPath: await findHealthPath(context, shape),
  })
  return [main, ...(await findWorkers(context))]
}

function startClaim({ start }: NodeContext): Claim<string> | null {
  return start === null ? null : claim(start.command, start.confidence, start.source)
}

/** True for a command whose program comes from a development dependency, or a script with such a program. */
function isOfDevelopment([manifest, ...members]: readonly [Manifest, ...Manifest[]], text: string): boolean {
  const scripted = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]{1,80})$/.exec(text)?.[1]
  const steps = scripted === undefined ? null : stepsOf(manifest, scripted)
  const run = scripted === undefined ? text : (manifest.scripts.get(scripted) ?? '')
  const tokens = [...run.split(/\s+/, 40), ...(steps ?? []).flatMap((step) => step.args.slice(0, 1))]
  const packages: Readonly<Record<string, string>> = {
    'remix-serve': '@remix-run/serve',
    'react-router-serve': '@react-router/serve',
    nest: '@nestjs/cli',
    tsc: 'typescript',
  }
  const programs = tokens.map((word) => packages[word] ?? word.replace(/^.{1,200}\/\.bin\//, ''))
  return programs.some(
    (name) => !manifest.dependencies.has(name) && [manifest, ...members].some((one) => one.development.has(name)),
  )
}
