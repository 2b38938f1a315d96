/** Assembles the report and applies its limits. */
import type { App, AppWarning } from '../app.ts'
import type { Workspace } from '../languages/language.ts'
import type { Report } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { describeMonorepo } from './describe-monorepo.ts'

const maxServices = 100
const maxDatabases = 50
const maxVariables = 500
const maxWarnings = 200
const maxProfiles = 50
const maxDomains = 100

type Stated = 'services' | 'databases' | 'variables' | 'configuration' | 'composeProfiles' | 'domains'

interface Parts extends Pick<Report, Stated> {
  readonly repository: Repository
  readonly apps: readonly App[]
  readonly workspaces: readonly Workspace[]
  readonly warnings: readonly AppWarning[]
}

export function makeReport(parts: Parts): Report {
  const { repository } = parts
  return {
    services: parts.services.slice(0, maxServices),
    databases: parts.databases.slice(0, maxDatabases),
    variables: parts.variables.slice(0, maxVariables),
    monorepo: describeMonorepo(parts.apps, parts.workspaces),
    configuration: parts.configuration,
    composeProfiles: parts.composeProfiles.slice(0, maxProfiles),
    domains: parts.domains.slice(0, maxDomains),
    warnings: warningsOf(parts),
    files: { count: repository.entries.length, bytes: repository.bytes, read: repository.readCount },
  }
}

function warningsOf({ repository, services, warnings }: Parts): Report['warnings'] {
  const unreadable = [...repository.unreadable].map(([file, problem]) => ({
    code: 'unreadable_file',
    message: `${file.length <= 120 ? file : `…${file.slice(-119)}`} can't be read: ${problem}`,
    hint: 'The analysis continued without it. Correct the file and analyze again.',
    file,
    line: null,
  }))
  const tooMany = {
    code: 'too_many_services',
    message: `Longshore found ${services.length} services and shows the first ${maxServices}.`,
    hint: 'Set the directory of the project to one app.',
    file: null,
    line: null,
  }
  const all = [...(services.length > maxServices ? [tooMany] : []), ...warnings, ...unreadable]
  const once = new Map(all.map((one) => [JSON.stringify([one.code, one.file, one.line, one.message]), one]))
  return [...once.values()]
    .slice(0, maxWarnings)
    .map((one) => ({ ...one, message: one.message.slice(0, 500), hint: one.hint?.slice(0, 500) ?? null }))
}
