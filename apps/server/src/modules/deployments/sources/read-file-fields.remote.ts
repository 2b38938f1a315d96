/** Reads what longshore.yaml or the compose file of a commit says about the services of an environment. Pure. */
import type { Report } from '@longshore/analyzer/report'
import { suggestServices } from '../../projects/worker.ts'
import type { DesiredService } from '../../workloads/worker.ts'
import type { FetchedPlan } from '../deployment-plan.schemas.ts'

type FileFields = Pick<FetchedPlan, 'fromFile' | 'warnings'>

/** Only includes services from the file, so a name in it doesn't change a service that people created. */
export function readFileFields(report: Report, services: readonly DesiredService[]): FileFields {
  const { configuration } = report
  if (configuration === null) return { fromFile: {}, warnings: invalidFile(report) }
  const suggested = suggestServices(report)
  const fromFile: FileFields['fromFile'] = {}
  const warnings: FileFields['warnings'] = invalidFile(report)
  for (const service of services) {
    const stated = suggested.services.find(({ name }) => name === service.name)
    if (stated === undefined) {
      if (service.ownedByFile.length > 0)
        warnings.push(
          warning(
            'service_left_file',
            `${configuration.file} no longer has the service ${service.name}. It stays unchanged.`,
          ),
        )
      continue
    }
    const fields = new Set([...stated.ownedByFile, ...service.ownedByFile].filter((field) => field !== 'kind'))
    const values = Object.fromEntries(Object.entries(stated).filter(([field]) => fields.has(field)))
    if (Object.keys(values).length > 0) fromFile[service.name] = values
  }
  const names = new Set(services.map(({ name }) => name))
  for (const { name } of suggested.services)
    if (!names.has(name))
      warnings.push(
        warning(
          'service_only_in_file',
          `${configuration.file} has a service ${name} that this environment doesn't have.`,
        ),
      )
  for (const { service, field, reason } of suggested.skippedSuggestions)
    warnings.push(warning('file_field_left_out', `${configuration.file}: ${field} of ${service} ${reason}`))
  return { fromFile, warnings: warnings.slice(0, 50) }
}

/** An invalid file changes nothing, and people need to know that. */
function invalidFile({ warnings }: Report): FileFields['warnings'] {
  return warnings
    .filter(({ code }) => code === 'longshore_file_invalid' || code === 'compose_invalid')
    .map(({ code, message, file, line }) =>
      warning(code, `${file ?? ''}${line === null ? '' : `:${line}`}: ${message}`),
    )
}

function warning(code: string, message: string) {
  return { code, message: message.slice(0, 500) }
}
