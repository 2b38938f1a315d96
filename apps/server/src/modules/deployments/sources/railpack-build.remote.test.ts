import { expect, test } from 'vitest'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { railpackBuild } from './railpack-build.remote.ts'

const file = (path: string, id: string) => ({ path, id, kind: 'file', isExecutable: false }) as const
const variable = (key: string, id: string, isSecret = false) =>
  ({ id, key, scope: 'build', service: null, isSecret }) as never

function build(change: { source?: object; command?: string; entry?: string; variables?: never[] } = {}) {
  const { source: given, entry = 'a1', variables = [variable('A', 'v1'), variable('TOKEN', 'v2', true)] } = change
  const { source, ...rest } = ServiceConfiguration.parse({
    source: { builder: 'railpack', rootDirectory: 'apps/web', ...given },
    ...(change.command === undefined ? {} : { command: change.command }),
  })
  if (source?.builder !== 'railpack') throw new Error('another builder')
  const entries = [file('apps/web/index.js', entry), file('apps/api/index.js', 'b1')]
  return railpackBuild({ configuration: { ...rest, source } }, source, { entries, variables })
}

test('every variable is a build secret, and none is an argument', () => {
  expect(build()).toMatchObject({ context: 'apps/web', arguments: [], secrets: ['A', 'TOKEN'], target: null })
})

test('everything that can change the image changes its hash', () => {
  const changes = [
    {},
    { entry: 'a2' },
    { source: { buildCommand: 'make' } },
    { source: { installCommand: 'make deps' } },
    { command: 'node x.js' },
    { variables: [variable('A', 'v1')] },
    { variables: [variable('A', 'v3'), variable('TOKEN', 'v2', true)] },
  ]
  expect(new Set(changes.map((change) => build(change).contentHash)).size).toBe(changes.length)
  expect(build().contentHash).toBe(build().contentHash)
})

test('a new value reruns steps with secrets', () => {
  const [before, after] = [build(), build({ variables: [variable('A', 'v3'), variable('TOKEN', 'v2', true)] })]
  expect(before.railpack).not.toEqual(after.railpack)
})

test('requires a start command unless the service has one', () => {
  const textOf = ({ dockerfile }: ReturnType<typeof build>) => ('text' in dockerfile ? dockerfile.text : '')
  expect(textOf(build())).toContain('--error-missing-start')
  expect(textOf(build({ command: 'node x.js' }))).not.toContain('--error-missing-start')
})
