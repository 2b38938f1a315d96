/** Variables of a compose file that exist only in values of others: Compose reads them from its own environment. */
import type { AnalyzedVariable } from '../reading.ts'
import { isSecretName } from '../variables/secret-name.ts'
import { type DatabaseLogin, offeredNames } from './database-logins.ts'
import { namesIn } from './read-template.ts'

export function referencedVariables(
  variables: readonly AnalyzedVariable[],
  logins: readonly DatabaseLogin[],
): AnalyzedVariable[] {
  const offered = new Set(logins.flatMap(offeredNames))
  const own = new Set(
    variables.flatMap(({ key, scope, services }) =>
      scope === 'build' ? [] : services.map((service) => `${service} ${key}`),
    ),
  )
  const found = new Map<string, AnalyzedVariable>()
  for (const { template, key, services, evidence } of variables)
    for (const name of template === null ? [] : namesIn(template)) {
      if (offered.has(name) || isBuiltIn(name) || services.every((service) => own.has(`${service} ${name}`))) continue
      const known = found.get(name)
      found.set(name, {
        key: name,
        required: true,
        secret: known?.secret === true || isSecretName(name) || isSecretPlace(name, { key, template: template ?? '' }),
        default: null,
        template: null,
        exceptions: [],
        scope: 'reference',
        services: [...new Set([...(known?.services ?? []), ...services])].slice(0, 100),
        providedBy: null,
        description: null,
        evidence: known?.evidence ?? evidence.slice(0, 1).map((each) => ({ ...each, what: `in the value of ${key}` })),
      })
    }
  return [...found.values()]
}

/** Longshore sets these. */
function isBuiltIn(name: string): boolean {
  return name === 'PORT' || /^LONGSHORE_(?:URL|HOSTNAME|HOSTNAMES)(?:_|$)/.test(name)
}

/** The password of a URL, or the whole value of a secret. */
function isSecretPlace(name: string, { key, template }: { key: string; template: string }): boolean {
  const reference = `\${${name}}`
  return template.includes(`:${reference}@`) || (template === reference && isSecretName(key))
}
