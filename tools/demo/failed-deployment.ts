/**
 * A deployment that fails because of a missing variable. Its error and its diagnosis come from the product's own code.
 */
import { toDeploymentError } from '../../apps/server/src/modules/deployments/deployment-failures.problems.ts'
import { diagnose } from '../../apps/server/src/modules/deployments/diagnosis/diagnose.policy.ts'
import { ServiceConfiguration } from '../../apps/server/src/modules/environments/services.schemas.ts'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import type { SeededStep } from '../../e2e/support/seed/run.ts'
import type { Failure, PastDeployment, PlacedEnvironment } from './demo.ts'
import { buildLines, type LogLine } from './deployment-log.ts'

const key = 'WEBHOOK_SECRET'
const printed = [
  '> shop@4.18.0 start',
  '> node server.js',
  '',
  'Harbor Coffee shop 4.18.0 on Node.js 24.11.0',
  'Connected to db:5432 and cache:6379',
  'Loaded 214 products in 86 ms',
  `Error: Missing environment variable: ${key}`,
  '    at required (/app/dist/settings.js:14:11)',
  '    at file:///app/dist/payments/webhook.js:6:16',
]

export const failedSteps: readonly SeededStep[] = [
  { name: 'resolve-source', seconds: 0.6 },
  { name: 'fetch-source', seconds: 1.3 },
  { name: 'plan', seconds: 0.5 },
  { name: 'build-image', seconds: 43.7, isUndone: true },
  { name: 'move-data', seconds: 0.01 },
  { name: 'ensure-services', seconds: 0.9 },
  { name: 'rehearse', seconds: 0.01 },
  { name: 'release-command', seconds: 2.6 },
  { name: 'start-release', seconds: 2.2, isUndone: true },
  { name: 'check-health', seconds: 9.4 },
]

export function describeFailure({ services, variables, serverId }: PlacedEnvironment): Failure {
  const [code, step, exitCode, logTail] = ['crash_loop', 'check-health', 1, printed.join('\n')]
  const error = toDeploymentError(
    { code, message: 'web exited with code 1, 5 times.', details: { exitCode, logTail, program: 'web' } },
    step,
  )
  const diagnosis = diagnose(
    { code, step, exitCode, logTail, service: 'web', listening: null },
    {
      services: services.map(({ name, kind, configuration }) => ({
        name,
        kind,
        configuration: ServiceConfiguration.parse(configuration),
        ownedByFile: [],
      })),
      variables: variables.map((variable) => ({ key: variable.key, scope: 'both', secret: false, service: null })),
      build: { serverId: brandId(serverId), memoryBytes: null },
    },
  )
  return { error, diagnosis }
}

export function logOfFailure(environment: PlacedEnvironment, { commit }: PastDeployment): LogLine[] {
  const { branch, project, server } = environment
  return [
    { step: 'resolve-source', text: `${branch} is at ${commit?.sha.slice(0, 10)}: ${commit?.message}` },
    { step: 'fetch-source', text: `Fetched ${project.repository} (1.9 MB)` },
    ...buildLines(environment),
    { step: 'release-command', text: 'No pending migrations to apply.' },
    { step: 'start-release', text: `Started web on ${server}` },
    ...printed.filter((text) => text !== '').map((text) => ({ step: 'check-health', text })),
    { step: 'check-health', text: 'web exited with code 1, 5 times' },
  ]
}
