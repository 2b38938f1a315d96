import { claim } from '../../../claim.ts'
import { findLine, sourceOf } from '../../code/code-file.ts'
import type { NodeContext } from '../context.ts'
import { scriptSource } from '../manifest.ts'
import { byDependency, makeShape, type Shape, staticShape, usual } from '../shape.ts'

export async function detectNext(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'next', 'next')
  if (framework === null || !hasPages(context)) return null
  const config = await context.config('next.config')
  const files = config === null ? [] : [config]
  const output = findLine(files, /\boutput\s{0,5}:\s{0,5}["'`](standalone|export)["'`]/)
  const folder = findLine(files, /\bdistDir\s{0,5}:\s{0,5}["'`]([\w./-]{1,80})["'`]/)
  const exported = context.manifest.scripts.get('build')?.includes('next export') === true
  if (output?.match[1] === 'export') {
    return staticShape(framework, 'next build', claim(folder?.match[1] ?? 'out', 1, sourceOf(output)))
  }
  if (exported) return staticShape(framework, 'next build', claim('out', 1, scriptSource(context.manifest, 'build')))
  const shape = makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'next build' })
  const built = folder?.match[1] ?? '.next'
  if (output !== null && !hasOwnServer(context)) {
    const inside = context.workspace === null ? '' : `${context.folder.path}/`
    const start = claim(`node ${built}/standalone/${inside}server.js`, 0.95, sourceOf(output))
    return { ...shape, start, bundle: [`${built}/standalone`, `${built}/static`] }
  }
  return {
    ...shape,
    start: hasOwnServer(context) || startsNext(context) ? null : usual('next start', ...framework.sources),
  }
}

/** A library for Next.js apps depends on it too, and has neither pages nor a script that runs it. */
function hasPages({ folder, manifest }: NodeContext): boolean {
  const isRun = [...manifest.scripts.values()].some((text) => /\bnext\b/.test(text))
  return isRun || folder.files().some((file) => /^(?:next\.config\.\w{2,3}$|(?:src\/)?(?:app|pages)\/)/.test(file))
}

function startsNext(context: NodeContext): boolean {
  return context.start?.step?.args.includes('next') === true
}

/** Matches `node server.js` around Next.js. */
function hasOwnServer(context: NodeContext): boolean {
  const [program = '', file = ''] = context.start?.step?.args ?? []
  return /^(?:node|tsx|ts-node|bun)$/.test(program) && !file.includes('standalone')
}
