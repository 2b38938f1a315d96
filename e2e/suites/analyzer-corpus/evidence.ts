/** Every field of every service cites evidence, and the file and line of the evidence exist. */
import type { Report } from '@longshore/analyzer/report'
import type { Case } from './read-corpus.ts'

const claimed = [
  'kind', 'language', 'framework', 'version', 'packageManager', 'builder', 'image', 'dockerfile', 'sharesImageWith', 'installCommand', 'buildCommand',
  'startCommand', 'releaseCommand', 'schedule', 'outputDirectory', 'port', 'healthCheck',
] as const // biome-ignore format: one list

export async function findMissingEvidence(one: Case, report: Report): Promise<string[]> {
  const missing = report.services.flatMap((service) =>
    claimed
      .filter((field) => service[field] !== null && !service.evidence.some((evidence) => evidence.claim === field))
      .map((field) => `${service.name}.${field} has no evidence`),
  )
  const named = [
    ...report.databases.map((each) => ({ label: each.engine, evidence: each.evidence })),
    ...report.variables.map((each) => ({ label: each.key, evidence: each.evidence })),
  ]
  const bare = named.filter((each) => each.evidence.length === 0).map((each) => `${each.label} has no evidence`)
  const all = [...report.services, ...report.databases, ...report.variables].flatMap((each) => each.evidence)
  const wrong: string[] = []
  for (const { file, line, claim } of all) {
    const [text] = await one.tree.read([file])
    if (text === null || text === undefined) wrong.push(`evidence of ${claim} names ${file}, which is not there`)
    else if (line !== null && line > text.split('\n').length)
      wrong.push(`evidence of ${claim} names line ${line} of ${file}`)
  }
  return [...missing, ...bare, ...new Set(wrong)]
}
