/** The reference begins with what applies to all calls, and every operation is in one group that has an introduction. */
import type { Report } from '../../support/report.ts'

interface Introduced {
  info: { description: string }
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>
}

const sections = ['Authentication', 'Errors', 'Idempotency', 'Pagination', 'Streams']

export function checkIntroduction(document: Introduced, report: Report): void {
  for (const section of sections)
    report.expect(document.info.description.includes(`\n## ${section}\n`), `the introduction has no section ${section}`)
  const names = document.tags.map(({ name }) => name)
  const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags)
  report.expect(grouped.toSorted().join() === names.toSorted().join(), `groups have ${grouped}, tags are ${names}`)
  for (const { name, description } of document.tags)
    report.expect(/^[A-Z].*\.$/.test(description), `the tag ${name} is introduced by "${description}"`)
  for (const { operationId, summary, tags } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    report.expect(tags.length === 1 && names.includes(tags[0] ?? ''), `${operationId} has the tags ${tags}`)
    report.expect(/^[A-Z].*[^.]$/.test(summary), `the summary of ${operationId} is "${summary}"`)
  }
  report.figure('groups', document['x-tagGroups'].length)
}
