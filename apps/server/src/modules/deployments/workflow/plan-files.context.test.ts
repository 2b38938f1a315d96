import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { DesiredState, DesiredVariable } from '../../workloads/worker.ts'
import { requireFileVariables, textsOf } from './plan-files.context.ts'

const withFiles = (files: object[]) => ({ name: 'web', configuration: ServiceConfiguration.parse({ files }) })

test('takes the text of the commit before that of the live release', () => {
  const service = withFiles([
    { path: '/a', source: 'a' },
    { path: '/b', source: 'b' },
    { path: '/c', content: 'c' },
  ])
  expect(
    textsOf(service, [
      { a: 'new', other: 'x' },
      { a: 'old', b: 'old' },
    ]),
  ).toEqual({ a: 'new', b: 'old' })
})

test('a text that is nowhere ends the deployment', () => {
  const missing = expect.objectContaining({ code: 'file_content_missing' })
  expect(() => textsOf(withFiles([{ path: '/a', source: 'a' }]), [{}, {}])).toThrow(missing)
  // Not a property that every object has.
  expect(() => textsOf(withFiles([{ path: '/a', source: 'toString' }]), [{}])).toThrow(missing)
})

const variable = (change: Partial<DesiredVariable>): DesiredVariable => ({
  ...{ id: brandId<'var'>('01900000-0000-7000-8000-000000000001'), key: 'KEY', scope: 'runtime' },
  ...{ service: null, isSecret: true },
  ...change,
})

test.each<[string, DesiredVariable[], boolean]>([
  ['a variable for all', [variable({})], true],
  ['a variable for this service', [variable({ service: 'web' })], true],
  ['a variable for another service', [variable({ service: 'jobs' })], false],
  ['a variable of builds', [variable({ scope: 'build' })], false],
  ['another variable', [variable({ key: 'OTHER' })], false],
])('%s is the text of a file: %#', (_what, variables, isEnough) => {
  const desired = { variables } as unknown as DesiredState
  const check = () => requireFileVariables(desired, withFiles([{ path: '/a', variable: 'KEY' }]))
  if (isEnough) expect(check).not.toThrow()
  else
    expect(check).toThrow(expect.objectContaining({ code: 'file_content_missing', hint: expect.stringMatching('KEY') }))
})
