/** Problems of a compose file with their lines. Pure. */
import type { Report } from '@longshore/analyzer/report'
import type { ComposeProblem } from './compose-file.schemas.ts'
import type { Suggestion } from './suggested-services.policy.ts'

const fatal: ReadonlySet<string> = new Set(['compose_unreadable'])

export function findComposeProblems(report: Report, { services, skippedSuggestions }: Suggestion): ComposeProblem[] {
  const problems: ComposeProblem[] = [
    ...report.warnings.map(
      ({ code, message, hint, line }): ComposeProblem => ({
        ...{ code, message, line },
        // The hint of the analyzer is about a repository, where people analyze again.
        ...(fatal.has(code)
          ? { severity: 'error', hint: 'Correct the file, then check it again.' }
          : { severity: 'warning', hint }),
      }),
    ),
    ...skippedSuggestions.map(
      ({ service, field, reason }): ComposeProblem => ({
        severity: 'warning',
        code: 'field_left_out',
        message: `${service}: ${field} ${reason}.`,
        hint: 'Longshore leaves this field out.',
        line: lineOf(report, service),
      }),
    ),
    ...services.flatMap(({ name, source }): ComposeProblem[] =>
      source === null || source.builder === 'image'
        ? []
        : [
            {
              severity: 'error',
              code: 'build_without_repository',
              message: `${name} builds an image, but this project has no repository.`,
              hint: 'Use `image` with a published image instead of `build`.',
              line: lineOf(report, name),
            },
          ],
    ),
  ]
  if (services.length === 0 && !problems.some(({ severity }) => severity === 'error'))
    problems.push({
      severity: 'error',
      code: 'no_service_found',
      message: 'The file has no service that Longshore can deploy.',
      hint: 'Add a service with an `image` below `services`.',
      line: null,
    })
  return problems.sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
}

/** The first line that says something about the service. */
function lineOf({ services, databases }: Report, name: string): number | null {
  const found = [...services, ...databases].find((each) => each.name === name)
  const lines = found?.evidence.flatMap(({ line }) => (line === null ? [] : [line])) ?? []
  return lines.length === 0 ? null : Math.min(...lines)
}
