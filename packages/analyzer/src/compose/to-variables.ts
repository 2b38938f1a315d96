/** Variables of the services of a compose file, and of the files that it names. */
import type { AppWarning } from '../app.ts'
import { resolvePath } from '../formats/repository-path.ts'
import type { AnalyzedVariable } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { isNoise } from '../variables/classify-name.ts'
import { readDotenv } from '../variables/read-dotenv.ts'
import { isSecretName } from '../variables/secret-name.ts'
import { refuse } from './compose-warning.ts'
import type { ComposeVariable } from './read-environment.ts'
import type { ComposeService } from './read-service.ts'
import { type ComposeDatabase, databaseOf } from './to-database.ts'
import { dockerfileOf } from './to-service.ts'

interface Context {
  readonly file: string
  readonly folder: string
  readonly repository: Repository
  readonly warnings: AppWarning[]
  readonly names: ReadonlyMap<string, string>
  readonly databases: readonly ComposeDatabase[]
}

export async function toVariables(services: readonly ComposeService[], context: Context): Promise<AnalyzedVariable[]> {
  const found: AnalyzedVariable[] = []
  for (const service of services) {
    const name = context.names.get(service.name) ?? service.name
    const isGenerated = service.build !== null && dockerfileOf(service, context.repository) === null
    const isKept = ({ key, value }: ComposeVariable) => !isNoise(key) || isSetting(key, { value, isGenerated })
    const make = (variable: ComposeVariable, scope: 'build' | 'runtime') =>
      toVariable(variable, { ...context, name, scope })
    found.push(...service.environment.filter(isKept).map((variable) => make(variable, 'runtime')))
    found.push(...service.args.filter(isKept).map((variable) => make(variable, 'build')))
    found.push(...(await readEnvFiles(service, { ...context, name, isKept })))
  }
  return found
}

function toVariable(
  variable: ComposeVariable,
  context: Context & { name: string; scope: 'build' | 'runtime' },
): AnalyzedVariable {
  const { key, value, line } = variable
  const secret = isSecretName(key) || (value !== null && hasSecret(value))
  const providedBy = databaseOf(variable, context.databases)
  const referred = variable.references.map((one) => one.name).filter((one) => one !== key)
  const what =
    value === null
      ? referred.length === 0
        ? 'left to be set'
        : `refers to ${referred.join(', ')}`
      : 'has a value here'
  return {
    key,
    // Values of secrets aren't copied, so a person has to set them.
    required: value === null || (secret && providedBy === null),
    secret,
    // The value of a secret isn't copied: more people read a report than the file.
    default: secret ? null : (value?.slice(0, 4_000) ?? null),
    exceptions: [],
    scope: context.scope,
    services: [context.name],
    providedBy,
    description: null,
    evidence: [{ claim: 'variable', file: context.file, line, what: what.slice(0, 300) }],
  }
}

/** A private key, or a URL with a password. */
function hasSecret(value: string): boolean {
  return value.trimStart().startsWith('-----BEGIN ') || /:\/\/[^/\s:@]*:[^/\s@]+@/.test(value)
}

/** A value for a tool or the platform. Longshore sets PORT, and the settings of images that it generates. */
function isSetting(key: string, { value, isGenerated }: { value: string | null; isGenerated: boolean }): boolean {
  return value !== null && key !== 'PORT' && !isGenerated
}

/** Only names where the value can be a secret; for a file that isn't in the repository, .env.example is used. */
async function readEnvFiles(
  service: ComposeService,
  context: Context & { name: string; isKept: (variable: ComposeVariable) => boolean },
): Promise<AnalyzedVariable[]> {
  const found: AnalyzedVariable[] = []
  for (const { path, line } of service.envFiles) {
    const file = resolvePath(context.folder, path)
    if (file === null) {
      context.warnings.push(
        refuse(`service ${service.name}`, 'an env_file outside the repository', {
          file: context.file,
          line,
          instead: 'Set the variables in the environment.',
        }),
      )
      continue
    }
    const text = await context.repository.text(file)
    for (const entry of text === null ? [] : readDotenv(text)) {
      if (entry.isCommentedOut) continue
      const variable: ComposeVariable = {
        key: entry.key,
        value: entry.value === '' ? null : entry.value,
        raw: entry.value,
        references: [],
        line: entry.line,
      }
      if (!context.isKept(variable)) continue
      found.push({ ...toVariable(variable, { ...context, file, scope: 'runtime' }), description: entry.description })
    }
  }
  return found
}
