/** Values of a compose file that a new environment starts with. Pure. */
import type { Report } from '@longshore/analyzer/report'
import type { VariableScope } from '../environments/variables.schemas.ts'
import { listVariables } from './merge-compose-variables.policy.ts'

export interface StatedVariable {
  key: string
  value: string
  scope: VariableScope
  /** Whether the value has references to other variables. */
  expand: boolean
  service: string | null
}

const maxVariables = 500

/** A key that the request names is left to the request, and secrets are never copied from a file. */
export function statedVariables(
  report: Report | undefined,
  given: readonly { readonly key: string }[],
  services: ReadonlySet<string>,
): StatedVariable[] {
  if (report?.configuration?.kind !== 'compose') return []
  const secrets = new Set(report.variables.filter(({ secret }) => secret).map(({ key }) => key))
  const taken = new Set(given.map(({ key }) => key))
  return listVariables(report)
    .flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
    .filter(({ key }) => !taken.has(key) && !secrets.has(key))
    .filter(({ service }) => service === null || services.has(service))
    .slice(0, Math.max(0, maxVariables - given.length))
}
