/**
 * Recognizes why a deployment failed from its last output. No diagnosis is better than a wrong one: a recognizer that
 * isn't sure returns null, and the failure keeps its general hint.
 */
import type { Diagnosis } from '../diagnosis.schemas.ts'
import { recognizeCompiler, recognizeLockfile, recognizeStartCommand } from './commands.policy.ts'
import { recognizeDatabase, recognizeFolder, recognizeMigration } from './data.policy.ts'
import type { DeploymentFailure, DiagnosisFacts, FailedService, Recognizer } from './failed-output.policy.ts'
import { recognizeMemory } from './memory.policy.ts'
import { recognizeModule } from './modules.policy.ts'
import { recognizeHostCheck, recognizeLoopback, recognizePort } from './network.policy.ts'
import { excerptOf, readLines } from './output-lines.policy.ts'
import { recognizeVariable } from './variables.policy.ts'
import { recognizeVersion } from './versions.policy.ts'

/** Other failures, such as an unreachable server, have nothing to do with the program's output. */
const diagnosed: ReadonlySet<string> = new Set([
  'build_failed', 'build_out_of_memory', 'crash_loop', 'out_of_memory', 'health_check_failed', 'unstable', 'container_start_failed',
  'release_command_failed',
]) // biome-ignore format: a list

/**
 * The most certain recognizers come first. A missing DATABASE_URL means a missing database rather than a missing
 * variable.
 */
const recognizers: readonly Recognizer[] = [
  recognizeMemory,
  recognizeHostCheck,
  recognizePort,
  recognizeLoopback,
  recognizeLockfile,
  recognizeVersion,
  recognizeCompiler,
  recognizeStartCommand,
  recognizeModule,
  recognizeDatabase,
  recognizeVariable,
  recognizeMigration,
  recognizeFolder,
]

export function diagnose(failure: DeploymentFailure, facts: DiagnosisFacts): Diagnosis | null {
  if (!diagnosed.has(failure.code)) return null
  const lines = readLines(failure.logTail)
  const isBuild = failure.step === 'build-image'
  const service = findService(failure, facts, isBuild)
  const scene = { failure, facts, lines, service, isBuild }
  for (const recognize of recognizers) {
    const found = recognize(scene)
    if (found === null) continue
    const { at, ...diagnosis } = found
    return { ...diagnosis, service: service?.name ?? null, excerpt: excerptOf(lines, at) }
  }
  return null
}

/** Without a name, the service is clear only when there is one candidate. */
function findService(
  { service }: DeploymentFailure,
  { services }: DiagnosisFacts,
  isBuild: boolean,
): FailedService | null {
  if (service !== null) return services.find(({ name }) => name === service) ?? null
  const candidates = services.filter(({ configuration }) =>
    isBuild ? configuration.source !== null && configuration.source.builder !== 'image' : configuration.source !== null,
  )
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}
