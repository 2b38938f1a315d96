/** Qwik City: an adapter decides whether the build is a server or files. A new app has none. */
import { claim, source } from '../../../claim.ts'
import { warn } from '../../make-app.ts'
import type { NodeContext } from '../context.ts'
import { byDependency, makeShape, type Shape, staticShape, usual } from '../shape.ts'

/** Entries that the adapters for Node.js add; the build writes each to `server`. */
const servers = ['express', 'fastify', 'node-server']

export async function detectQwik(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'qwik', '@builder.io/qwik-city', '@qwik.dev/router')
  if (framework === null) return null
  const { folder } = context
  const server = servers.find((name) => folder.has(`src/entry.${name}.tsx`))
  if (server !== undefined) {
    const place = source(folder.full(`src/entry.${server}.tsx`), null, 'server of the adapter')
    const start = claim(`node server/entry.${server}`, 0.95, place)
    return makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'qwik build', start, needsDevelopment: true })
  }
  if (folder.has('adapters/static/vite.config.ts'))
    return staticShape(framework, 'qwik build', usual('dist', ...framework.sources))
  const hint = 'Run npm run qwik add express, and commit what it adds.'
  const warnings = [warn('no_server_adapter', 'Qwik has no adapter for a server.', hint, framework.sources[0])]
  return makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'qwik build', warnings })
}
