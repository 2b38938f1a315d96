/** Maps the report of a compose file to what a project would have. Pure. */
import type { Report } from '@longshore/analyzer/report'
import type { ComposePlan } from './check-compose.schemas.ts'
import { findComposeProblems } from './compose-problems.policy.ts'
import { findMissingVariables } from './missing-variables.policy.ts'
import { suggestServices } from './suggested-services.policy.ts'

export function planCompose(report: Report): ComposePlan {
  const suggestion = suggestServices(report)
  const problems = findComposeProblems(report, suggestion)
  const names = new Set(suggestion.services.map(({ name }) => name))
  const services = suggestion.services.map(({ name, kind, source, port, volumes, files }) => ({
    ...{ name, kind, port, volumes },
    image: source?.builder === 'image' ? source.image : null,
    files: files.map(({ path }) => path),
  }))
  const missing = findMissingVariables(report, new Set(), names)
  return {
    valid: problems.every(({ severity }) => severity !== 'error'),
    problems,
    services,
    missingVariables: missing.map(({ scope: _scope, ...variable }) => variable),
    composeProfiles: report.composeProfiles,
    domains: report.domains,
  }
}
