/** Variables of the services of a compose file, and of the files that it names. */
import type { AppWarning } from '../app.ts'
import { resolvePath } from '../formats/repository-path.ts'
import type { AnalyzedVariable } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { isNoise } from '../variables/classify-name.ts'
import { readDotenv } from '../variables/read-dotenv.ts'
import { isSecretName } from '../variables/secret-name.ts'
import { refuse } from './compose-warning.ts'
import { type DatabaseLogin, isProvided, toLogin } from './database-logins.ts'
import { warnAboutPasswords } from './password-warnings.ts'
import type { ComposeVariable } from './read-environment.ts'
import type { ComposeService } from './read-service.ts'
import { readTemplate } from './read-template.ts'
import { referencedVariables } from './referenced-variables.ts'
import { namesHost } from './replace-logins.ts'
import type { ComposeDatabase } from './to-database.ts'
import { dockerfileOf } from './to-service.ts'

interface Context {
  readonly file: string
  readonly folder: string
  readonly repository: Repository
  readonly warnings: AppWarning[]
  readonly names: ReadonlyMap<string, string>
  readonly databases: readonly ComposeDatabase[]
}

interface Place {
  readonly file: string
  readonly name: string
  readonly scope: 'build' | 'runtime'
  readonly logins: readonly DatabaseLogin[]
  /** Databases that the service connects to. */
  readonly named: ReadonlySet<DatabaseLogin>
}

export async function toVariables(services: readonly ComposeService[], context: Context): Promise<AnalyzedVariable[]> {
  const logins = context.databases.map(toLogin)
  const found: AnalyzedVariable[] = []
  for (const service of services) {
    const name = context.names.get(service.name) ?? service.name
    const isGenerated = service.build !== null && dockerfileOf(service, context.repository) === null
    const isKept = (variable: ComposeVariable) => !isNoise(variable.key) || isSetting(variable, isGenerated)
    const files = await readEnvFiles(service, context)
    const all = [...service.environment, ...files.map(({ variable }) => variable)]
    const named = new Set(logins.filter((login) => all.some(({ raw }) => namesHost(raw, login))))
    const place = { file: context.file, name, scope: 'runtime', logins, named } as const
    const own = service.environment.filter(isKept).map((variable) => toVariable(variable, place))
    found.push(...own)
    found.push(
      ...service.args.filter(isKept).map((variable) => toVariable(variable, { ...place, scope: 'build', logins: [] })),
    )
    for (const { variable, file, description } of files)
      if (isKept(variable)) found.push({ ...toVariable(variable, { ...place, file }), description })
    warnAboutPasswords(service, { variables: found.filter(({ services: [only] }) => only === name), named, context })
  }
  const whole = withoutMixed(found)
  return [...whole, ...referencedVariables(whole, logins)]
}

function toVariable(variable: ComposeVariable, place: Place): AnalyzedVariable {
  const { key, line } = variable
  const { text, template } = readTemplate(variable, place)
  const provider = place.logins.find((login) => isProvided({ key, text: template ?? text ?? '' }, login, place.logins))
  const secret = template === null ? isSecretName(key) || (text !== null && hasSecret(text)) : false
  const referred = variable.references.map((one) => one.name).filter((one) => one !== key)
  const what =
    variable.value !== null
      ? 'has a value here'
      : referred.length === 0
        ? 'left to be set'
        : `refers to ${referred.join(', ')}`
  return {
    key,
    // Values of secrets aren't copied, so a person has to set them.
    required: provider === undefined ? template === null && (text === null || secret) : variable.value === null,
    secret: provider === undefined ? secret : isSecretName(key),
    // The value of a secret isn't copied: more people read a report than the file.
    default: secret || template !== null ? null : (text?.slice(0, 4_000) ?? null),
    template,
    exceptions: [],
    scope: place.scope,
    services: [place.name],
    providedBy: provider?.name ?? null,
    description: null,
    evidence: [{ claim: 'variable', file: place.file, line, what: what.slice(0, 300) }],
  }
}

/**
 * A report has one entry for a key. If one service leaves its value to a person, that value is for all of them, and a
 * database provides a key only if it does so for each service.
 */
function withoutMixed(variables: readonly AnalyzedVariable[]): AnalyzedVariable[] {
  const stated = new Set(variables.filter(({ providedBy }) => providedBy === null).map(({ key }) => key))
  const open = new Set(
    variables.filter(({ required, providedBy }) => required && providedBy === null).map(({ key }) => key),
  )
  return variables.map((variable) => {
    const { key, template } = variable
    if (template === null) return stated.has(key) ? { ...variable, providedBy: null } : variable
    if (!stated.has(key)) return { ...variable, template: null }
    return open.has(key)
      ? { ...variable, template: null, required: true, secret: isSecretName(key), providedBy: null }
      : { ...variable, required: false, secret: false, providedBy: null }
  })
}

/** A private key, or a URL with a password. */
function hasSecret(value: string): boolean {
  return value.trimStart().startsWith('-----BEGIN ') || /:\/\/[^/\s:@]*:[^/\s@]+@/.test(value)
}

/** A value for a tool or the platform. Longshore sets PORT, and the settings of images that it generates. */
function isSetting({ key, value, template }: ComposeVariable, isGenerated: boolean): boolean {
  return (value !== null || template !== null) && key !== 'PORT' && !isGenerated
}

interface FileVariable {
  readonly variable: ComposeVariable
  readonly file: string
  readonly description: string | null
}

/** For a file that isn't in the repository, .env.example is used elsewhere. */
async function readEnvFiles(service: ComposeService, context: Context): Promise<FileVariable[]> {
  const found: FileVariable[] = []
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
    for (const { key, value, line: own, isCommentedOut, description } of text === null ? [] : readDotenv(text)) {
      if (isCommentedOut) continue
      const template = value.replaceAll('$', () => '$$')
      const variable = { key, value: value === '' ? null : value, raw: value, template, references: [], line: own }
      found.push({ variable, file, description })
    }
  }
  return found
}
