import type { App, AppWarning } from '../app.ts'
import type { AnalyzedDatabase, Reading } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'

export interface FindWarningsInput {
  readonly repository: Repository
  readonly root: string
  readonly apps: readonly App[]
  readonly services: readonly AnalyzedService[]
  readonly databases: readonly AnalyzedDatabase[]
  readonly reading: Reading | null
}

/** Of the repository as a whole and of the final services; also those that apps and the reading carry, each once. */
export async function findWarnings(input: FindWarningsInput): Promise<AppWarning[]> {
  return [...input.apps.flatMap((app) => app.warnings), ...(input.reading?.warnings ?? [])]
}
