/**
 * The closed list of layers, and what each can import from modules, entry points (`index.ts`, `worker.ts`) and types aside. Every
 * file of a module is `NAME.LAYER.ts`. CONTRIBUTING.md explains the layers.
 */
const pure = ['schemas', 'limits', 'status', 'policy', 'text', 'problems']
const stored = ['repository', 'system-repository']
const read = [...pure, ...stored, 'mapper', 'query', 'crypto']
const written = [...read, 'events', 'action', 'references']
const outside = [...written, 'definition', 'client', 'remote', 'stream']

export const moduleLayers: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas', 'limits', 'policy'],
  limits: ['limits', 'schemas'],
  status: ['schemas', 'limits', 'status', 'policy'],
  policy: pure,
  text: pure,
  problems: pure,
  repository: [...pure, 'repository'],
  'system-repository': [...pure, ...stored, 'crypto'],
  mapper: [...pure, 'crypto', 'mapper', 'query'],
  events: [...pure, 'mapper', 'events'],
  crypto: [...pure, ...stored, 'crypto'],
  query: [...read, 'references'],
  references: ['schemas', 'limits', 'policy', 'references'],
  definition: [...pure, 'definition'],
  action: written,
  stream: [...read, 'stream'],
  service: [...written, 'definition', 'stream', 'service'],
  routes: [...pure, 'crypto', 'service', 'routes', 'stream'],
  client: [...pure, 'crypto', 'client'],
  remote: [...outside, 'context'],
  call: [...outside, 'call', 'context'],
  context: [...outside, 'context'],
  hooks: [...outside, 'context', 'hooks'],
  step: [...outside, 'context', 'step'],
  workflow: [...outside, 'context', 'hooks', 'step', 'workflow'],
  poller: [...outside, 'context', 'poller'],
}

export const layers = Object.keys(moduleLayers)

export const moduleLayerRules = Object.entries(moduleLayers).map(([layer, allowed]) => {
  const others = layers.filter((each) => !allowed.includes(each) && each !== layer)
  return {
    name: `layer-${layer}`,
    comment: `A .${layer} file imports ${allowed.map((each) => `.${each}`).join(', ')}.`,
    severity: 'error',
    from: { path: `^apps/server/src/modules/.+\\.${layer}\\.ts$` },
    to: { path: `^apps/server/src/modules/.+\\.(${others.join('|')})\\.ts$`, dependencyTypesNot: ['type-only'] },
  }
})
