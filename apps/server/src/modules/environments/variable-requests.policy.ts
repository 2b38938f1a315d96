/** Turns a request into variables to store. It checks the whole request and reports all errors at once. Pure. */
import { isLikelySecret } from '@longshore/analyzer/secret-name'
import { parseDotenv } from './dotenv.policy.ts'
import type { MissingVariable } from './missing-variables.schemas.ts'
import { findSyntaxFault } from './references.policy.ts'
import { isInBuilds, isLoaderKey, isVariableKey } from './variable-key.policy.ts'
import type { ReplaceVariables, VariableScope } from './variables.schemas.ts'

export interface GivenVariable {
  /** JSON pointer into the request. */
  pointer: string
  key: string
  /** Undefined to keep the current value. */
  value: string | undefined
  secret: boolean | undefined
  sealed: boolean | undefined
  scope: VariableScope | undefined
  expand: boolean | undefined
  service: string | null
  /** True for a line of a .env file. */
  isLine?: boolean
}

export interface KnownVariable {
  key: string
  service: string | null
  secret: boolean
  sealed: boolean
  scope: VariableScope
  expand: boolean
  /** Null for a secret, and for people who can only read. */
  value: string | null
}

export interface WantedVariable {
  key: string
  value: string
  secret: boolean
  sealed: boolean
  scope: VariableScope
  expand: boolean
  service: string | null
}

export interface RequestFault {
  pointer: string
  code: string
  message: string
}

const maxValueBytes = 65_536
const maxEntries = 1_000

/** Returns the entries of a `.env` text, or of the list. */
export function givenVariables(body: ReplaceVariables): { given: GivenVariable[]; faults: RequestFault[] } {
  if ('variables' in body) {
    const given = body.variables.map(({ key, value, secret, sealed, scope, expand, service = null }, index) => {
      return { pointer: `/variables/${index}`, key, value, secret, sealed, scope, expand, service }
    })
    return { given, faults: [] }
  }
  const { entries, faults } = parseDotenv(body.env)
  const all: RequestFault[] = faults.map(({ line, message }) => fault('invalid', line, message))
  for (const { key, value, line } of entries) {
    if (!isVariableKey(key))
      all.push(fault('invalid_key', line, "isn't a variable name. Use letters, digits, and underscores"))
    if (value.includes('\u0000') || !value.isWellFormed()) all.push(fault('invalid', line, "isn't text"))
    if (Buffer.byteLength(value) > maxValueBytes) all.push(fault('too_long', line, 'is longer than 64 kB'))
  }
  if (entries.length > maxEntries)
    all.push(fault('too_many', maxEntries, `is followed by more than ${maxEntries} variables`))
  const { secret, scope, service = null } = body
  const given = entries.map(({ key, value }) => ({
    pointer: '/env',
    key,
    value,
    secret,
    sealed: undefined,
    scope,
    expand: undefined,
    service,
    isLine: true,
  }))
  return { given, faults: all.slice(0, 100) }
}

/** Returns why a variable can't have references, or null if it can. Its text is shown, so it must not be a secret. */
export function findExpandFault({
  value,
  secret,
  scope,
  expand,
}: Pick<WantedVariable, 'value' | 'secret' | 'scope' | 'expand'>): Omit<RequestFault, 'pointer'> | null {
  if (!expand) return null
  if (secret)
    return {
      code: 'expand_secret',
      message: `can't be secret. Put the secret into another variable, and refer to it as \${NAME}`,
    }
  if (isInBuilds(scope))
    return { code: 'expand_build', message: 'has references, so its scope must be runtime or reference' }
  const syntax = findSyntaxFault(value)
  return syntax === null ? null : { code: 'reference_syntax', message: syntax }
}

/**
 * Omitted fields come from the existing variable, or from the one that needs a value. By default, a new variable is a
 * secret for the running program, and the name decides for the lines of a .env file.
 */
export function completeVariables(
  given: readonly GivenVariable[],
  known: readonly KnownVariable[],
  missing: readonly MissingVariable[] = [],
): { wanted: WantedVariable[]; kept: GivenVariable[]; faults: RequestFault[] } {
  const faults: RequestFault[] = []
  const placeOf = ({ key, service }: { key: string; service: string | null }) => `${key} ${service ?? ''}`
  const before = new Map(known.map((variable) => [placeOf(variable), variable]))
  const wantedScopes = new Map(missing.map((variable) => [placeOf(variable), variable.scope]))
  const seen = new Set<string>()
  const wanted: WantedVariable[] = []
  const kept: GivenVariable[] = []
  for (const variable of given) {
    const { key, value, service, pointer } = variable
    const place = placeOf(variable)
    const found = before.get(place)
    if (seen.has(place)) faults.push({ pointer, code: 'duplicate', message: `${key} appears twice` })
    seen.add(place)
    const sealed = variable.sealed ?? (variable.secret === false ? false : (found?.sealed ?? false))
    const expand = variable.expand ?? (variable.secret !== true && found?.expand === true)
    const isSecret = () => found?.secret ?? (wantedScopes.has(place) || isSecretByDefault(variable))
    const complete = {
      secret: sealed || (variable.secret ?? (!expand && isSecret())),
      sealed,
      scope: variable.scope ?? found?.scope ?? wantedScopes.get(place) ?? 'runtime',
      expand,
    }
    const code = faultOf(variable, complete, found)
    if (code !== undefined) faults.push({ pointer, ...code })
    else if (value === undefined) kept.push(variable)
    else wanted.push({ key, value, service, ...complete })
  }
  return { wanted, kept, faults }
}

function isSecretByDefault({ key, value, isLine }: GivenVariable): boolean {
  return isLine !== true || value === undefined || isLikelySecret(key, value)
}

function faultOf(
  { key, value, secret, sealed: isSealedGiven }: GivenVariable,
  complete: Pick<WantedVariable, 'secret' | 'sealed' | 'scope' | 'expand'>,
  found: KnownVariable | undefined,
): Omit<RequestFault, 'pointer'> | undefined {
  const { sealed, scope, ...rest } = complete
  if (isInBuilds(scope) && isLoaderKey(key))
    return { code: 'loader_variable', message: `must be runtime: ${key} would affect the build tools` }
  const reference = findExpandFault({ value: value ?? found?.value ?? '', ...complete })
  if (reference !== null) return reference
  if (isSealedGiven === true && secret === false) return { code: 'not_secret', message: 'sealed requires secret: true' }
  if (value !== undefined) return undefined
  if (found === undefined) return { code: 'required', message: `${key} has no value yet. Set one` }
  const isSame = found.secret === rest.secret && found.sealed === sealed && found.scope === scope
  // A secret value can't be copied into a new version, because it is sealed for its own version.
  const isReadable = !found.secret && !rest.secret
  return isSame || isReadable ? undefined : { code: 'required', message: `${key} is secret. Send its value as well` }
}

function fault(code: string, line: number, message: string): RequestFault {
  return { pointer: '/env', code, message: `line ${line} ${message}` }
}
