/** Remix and its successor, React Router in framework mode. */
import { claim } from '../../../claim.ts'
import { findLine, sourceOf } from '../../code/code-file.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn } from '../manifest.ts'
import { byDependency, makeShape, type Shape, staticShape, usual } from '../shape.ts'

export async function detectReactRouter(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'react-router', '@react-router/dev')
  if (framework === null) return null
  const config = await context.config('react-router.config')
  const isStatic = config === null ? null : findLine([config], /\bssr\s{0,5}:\s{0,5}false\b/)
  if (isStatic !== null)
    return staticShape(framework, 'react-router build', claim('build/client', 0.95, sourceOf(isStatic)), true)
  const start = dependsOn(context.manifest, '@react-router/serve')
    ? usual('react-router-serve ./build/server/index.js', ...framework.sources)
    : null
  return makeShape({
    framework,
    kind: 'web',
    defaultPort: 3000,
    build: 'react-router build',
    start: context.start === null ? start : null,
  })
}

export async function detectRemix(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(
    context,
    'remix',
    '@remix-run/dev',
    '@remix-run/serve',
    '@remix-run/node',
    '@remix-run/react',
  )
  if (framework === null) return null
  const config = await context.config('vite.config')
  const isVite = config !== null
  const isStatic = config === null ? null : findLine([config], /\bssr\s{0,5}:\s{0,5}false\b/)
  const build = isVite ? 'remix vite:build' : 'remix build'
  if (isStatic !== null) return staticShape(framework, build, claim('build/client', 0.95, sourceOf(isStatic)), true)
  const start = dependsOn(context.manifest, '@remix-run/serve')
    ? usual(`remix-serve ./build/${isVite ? 'server/' : ''}index.js`, ...framework.sources)
    : null
  return makeShape({ framework, kind: 'web', defaultPort: 3000, build, start: context.start === null ? start : null })
}
