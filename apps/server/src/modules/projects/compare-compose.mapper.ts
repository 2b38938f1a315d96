/** Compares an edited compose file with the saved one and with an environment. Pure. */
import type { Report } from '@longshore/analyzer/report'
import { findListFaults, findPendingChanges, isInBuilds, ownVolumes } from '../environments/index.ts'
import { isDatabaseKind } from '../environments/service-kinds.schemas.ts'
import { ServiceConfiguration, type ServiceInput } from '../environments/services.schemas.ts'
import type { ComposeCheck } from './compose-file.schemas.ts'
import { findComposeProblems } from './compose-problems.policy.ts'
import { mergeServices } from './merge-compose.policy.ts'
import { type CurrentVariable, mergeVariables, type VariableEdits } from './merge-compose-variables.policy.ts'
import { suggestServices } from './suggested-services.policy.ts'

export interface CurrentState {
  services: readonly ServiceInput[]
  variables: readonly CurrentVariable[]
  /** Whether something runs, so that services can have data. */
  isLive: boolean
}

export interface ComposeComparison {
  check: ComposeCheck
  /** The services after the edit. */
  services: ServiceInput[]
  variables: VariableEdits
}

export function compareComposeFiles(reports: { base: Report; next: Report }, state: CurrentState): ComposeComparison {
  const suggestion = suggestServices(reports.next)
  const services = mergeServices({
    base: suggestServices(reports.base).services,
    next: suggestion.services,
    current: state.services,
  })
  const problems = findComposeProblems(reports.next, suggestion)
  const faults = problems.some(({ severity }) => severity === 'error') ? [] : findListFaults(services)
  problems.push(
    ...faults.map(({ path, message }) => {
      const name = services[Number(path.split('/')[1])]?.name ?? 'A service'
      return { severity: 'error' as const, code: 'invalid', message: `${name}: ${message}.`, hint: null, line: null }
    }),
  )
  const isValid = problems.every(({ severity }) => severity !== 'error')
  const names = new Set(services.map(({ name }) => name))
  const variables = mergeVariables(reports, { current: state.variables, services: names })
  const check: ComposeCheck = {
    valid: isValid,
    problems,
    changes: isValid ? describeChanges(state, { services, variables }) : [],
    removesData: isValid && state.isLive ? state.services.filter((each) => isLost(each, services)).map(nameOf) : [],
    missingVariables: isValid ? variables.missing : [],
  }
  return { check, services, variables }
}

function isLost({ name, kind, ...service }: ServiceInput, services: readonly ServiceInput[]): boolean {
  const kept = services.find((each) => each.name === name)
  const isKept = kept !== undefined && (kept.kind === kind || (!isDatabaseKind(kind) && !isDatabaseKind(kept.kind)))
  return !isKept && (isDatabaseKind(kind) || ownVolumes(service).length > 0)
}

function describeChanges(
  state: CurrentState,
  { services, variables }: Pick<ComposeComparison, 'services' | 'variables'>,
): ComposeCheck['changes'] {
  const names = new Set(services.map(nameOf))
  const before = state.variables.filter(({ service }) => service === null || names.has(service))
  const gone = new Set(variables.removed.map(({ id }) => id))
  const placeOf = ({ key, service }: { key: string; service: string | null }) => `${key} ${service ?? ''}`
  const edited = new Set(variables.set.map(placeOf))
  const wanted = [
    ...before.filter((variable) => !gone.has(variable.id) && !edited.has(placeOf(variable))),
    ...variables.set.map((variable) => ({ ...variable, id: 'edited' })),
  ]
  const live = { branch: null, services: state.services.map(toCompared), variables: before }
  return findPendingChanges(live, {
    branch: null,
    isMoved: false,
    services: services.map(toCompared),
    variables: wanted.map((variable) => ({ ...variable, isBuildTime: isInBuilds(variable.scope) })),
    file: null,
  })
}

function toCompared({ name, kind, ...configuration }: ServiceInput) {
  return { name, kind, configuration: ServiceConfiguration.parse(configuration) }
}

function nameOf({ name }: { name: string }): string {
  return name
}
