import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimeErrorCodes } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { describeError, PermanentError } from '../../platform/durable/permanent-error.ts'
import { deploymentFailures, toDeploymentError } from './deployment-failures.problems.ts'

const codes = Object.keys(deploymentFailures)

test('there are more than twenty failures, including every code of the runtime', () => {
  expect(codes.length).toBeGreaterThanOrEqual(20)
  expect(runtimeErrorCodes.filter((code) => !codes.includes(code))).toEqual([])
})

test('every code that the steps throw by name has an entry', () => {
  const server = join(import.meta.dirname, '../..')
  const files = globSync(['modules/deployments/**/*.ts', 'modules/domains/routing/**/*.ts', 'platform/durable/*.ts'], {
    cwd: server,
  })
  const text = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
  const thrown = text.flatMap((each) =>
    [...each.matchAll(/PermanentError\(\s{0,20}'([a-z_]+)'/g)].map(([, code]) => code),
  )
  expect(thrown.length).toBeGreaterThan(20)
  expect(thrown.filter((code) => !codes.includes(code ?? ''))).toEqual([])
})

test.each(codes)('%s becomes an error with title, cause, hint and step', (code) => {
  const thrown = new PermanentError(code, 'web answered 502.', { details: { exitCode: 3, logTail: 'last' } })
  const error = toDeploymentError(describeError(thrown, 'check-health'), null)
  expect(error).toMatchObject({ code, detail: 'web answered 502.', step: 'check-health', exitCode: 3, logTail: 'last' })
  const { title, cause, hint } = deploymentFailures[code] ?? { title: '', cause: '', hint: '' }
  expect(error).toMatchObject({ title, hint })
  for (const text of [title, cause, hint]) expect(text.length).toBeGreaterThan(8)
  expect(title).not.toMatch(/\.$/)
})

test('a specific hint takes precedence, and incomplete undos are reported', () => {
  const own = { code: 'disk_full', message: 'Full.', hint: 'Buy a disk.', step: 'plan', notUndone: ['start-release'] }
  expect(toDeploymentError(own, null)).toMatchObject({
    hint: 'Buy a disk.',
    detail: 'Full. Not undone: start-release.',
  })
})

test('an unknown code has texts too, and a source problem keeps its own', () => {
  const unknown = toDeploymentError({ code: 'other', message: 'No.', step: 'plan' }, null)
  expect(unknown).toMatchObject({ code: 'other', title: 'The deployment failed', detail: 'No.' })
  const denied = toDeploymentError({ code: 'repository_access_denied', message: 'Private.' }, 'fetch-source')
  expect(denied).toMatchObject({ title: "The repository can't be read", step: 'fetch-source' })
})
