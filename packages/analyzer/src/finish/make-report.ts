/** Findings → report, cut to the report's limits. */
import type { AppWarning } from '../app.ts'
import type { Findings, Scope } from '../findings.ts'
import type { Report } from '../report.schemas.ts'
import { describeMonorepo } from './describe-monorepo.ts'
import { serviceOf } from './service-of.ts'

const maxServices = 100
const maxWarnings = 200

export async function makeReport(scope: Scope, findings: Findings): Promise<Report> {
  const { repository } = scope
  const services = await Promise.all(
    findings.drafts.slice(0, maxServices).map((draft) => serviceOf(scope, findings, draft)),
  )
  return {
    services,
    databases: findings.databases.slice(0, 50),
    variables: findings.variables.slice(0, 500),
    monorepo: describeMonorepo(findings),
    configuration: findings.configuration,
    warnings: warningsOf(scope, findings),
    files: { count: repository.entries.length, bytes: repository.bytes, read: repository.readCount },
  }
}

function warningsOf(scope: Scope, findings: Findings): Report['warnings'] {
  const unreadable = [...scope.repository.unreadable].map(
    ([file, problem]): AppWarning => ({
      code: 'unreadable_file',
      message: `${shown(file)} cannot be read: ${problem}`,
      hint: 'The analysis went on without it. Correct the file and analyse again.',
      file,
      line: null,
    }),
  )
  const tooMany: AppWarning[] =
    findings.drafts.length <= maxServices
      ? []
      : [
          {
            code: 'too_many_services',
            message: `${findings.drafts.length} services were found; the first ${maxServices} are shown.`,
            hint: 'Choose the folder of one app as root directory.',
            file: null,
            line: null,
          },
        ]
  const seen = new Set<string>()
  return [...tooMany, ...findings.warnings, ...unreadable]
    .filter((one) => {
      const key = JSON.stringify([one.code, one.file, one.line, one.message])
      return seen.has(key) ? false : seen.add(key)
    })
    .slice(0, maxWarnings)
    .map((one) => ({ ...one, message: one.message.slice(0, 500), hint: one.hint?.slice(0, 500) ?? null }))
}

function shown(file: string): string {
  return file.length <= 120 ? file : `…${file.slice(-119)}`
}
