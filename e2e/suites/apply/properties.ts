/** Counts the properties of the API that an instance file has, and those that are excluded with a reason. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCoverage } from '../../../apps/cli/src/instance-file/coverage.ts'
import type { Report } from '../../support/report.ts'

export function countProperties(report: Report): void {
  const file = join(import.meta.dirname, '../../../apps/server/openapi.json')
  const { exported, excluded, unknown } = findCoverage(JSON.parse(readFileSync(file, 'utf8')))
  report.expect(unknown.length === 0, `neither exported nor excluded: ${unknown.join()}`)
  report.figure('properties_exported', exported)
  report.figure('properties_excluded', excluded)
}
