import type { AnalyzedDatabase, AnalyzedVariable, Reading } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'

export interface FindVariablesInput {
  readonly repository: Repository
  /** The folder that is analysed. */
  readonly root: string
  /** Final ones: names and folders decide whose variable it is. */
  readonly services: readonly AnalyzedService[]
  /** Root of a service → other folders that its build needs. */
  readonly uses: ReadonlyMap<string, readonly string[]>
  readonly databases: readonly AnalyzedDatabase[]
  readonly reading: Reading | null
  /** Of Dockerfiles. */
  readonly stated: readonly AnalyzedVariable[]
}

export async function findVariables(input: FindVariablesInput): Promise<AnalyzedVariable[]> {
  return [...(input.reading?.variables ?? []), ...input.stated]
}
