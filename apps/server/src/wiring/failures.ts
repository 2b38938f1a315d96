/**
 * All failure codes with cause and remedy, for the dashboard's pages, `GET /failures` and docs/reference. Several parts
 * of the system can use one code.
 */
import { findings } from '@longshore/remote/probe/findings'
import { restoreFailures } from '../modules/backups/index.ts'
import { deploymentFailures } from '../modules/deployments/deployment-failures.problems.ts'
import { certificateProblems } from '../modules/domains/certificates/certificate-problems.policy.ts'
import { domainFaults } from '../modules/domains/dns/domain-faults.policy.ts'
import type { Failure, FailureFamily } from '../modules/instance/failures/failures.schemas.ts'
import type { FailureTexts } from '../platform/durable/run-failure.ts'
import { allProblems } from './problems.ts'
import { runFailures } from './run-failures.ts'

type Texts = Pick<FailureTexts, 'title' | 'hint'> & Partial<Pick<FailureTexts, 'cause' | 'remedy'>>

export const failures: readonly Failure[] = [
  ...Object.values(allProblems).map(
    ({ code, title, status, detail, hint, remedy = null }): Failure => ({
      ...{ family: 'api', code, title, status, cause: detail, remedy: hint, action: remedy },
    }),
  ),
  ...fromTable('deployment', deploymentFailures),
  ...fromTable('restore', restoreFailures),
  ...fromTable('run', runFailures),
  ...fromTable('domain', domainFaults),
  ...fromTable('certificate', certificateProblems),
  // The connection test has no titles.
  ...Object.entries(findings).map(
    ([code, { cause, remedy }]): Failure => ({
      ...{ family: 'connection_test', code, title: nameOf(code), status: null, action: null },
      ...{ cause: withPlaces(cause), remedy: withPlaces(remedy) },
    }),
  ),
]

function fromTable(family: FailureFamily, table: Readonly<Record<string, Texts>>): Failure[] {
  return Object.entries(table).map(([code, { title, cause = '', hint, remedy = null }]) => ({
    ...{ family, code, title, status: null, cause, remedy: hint, action: remedy },
  }))
}

function nameOf(code: string): string {
  const text = code.replaceAll('_', ' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Replaces placeholders such as `{port}`, which only a specific failure fills in, with their name. */
function withPlaces(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, '<$1>')
}
