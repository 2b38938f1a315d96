import type { App } from '../app.ts'
import type { AnalyzedDatabase, Reading } from '../reading.ts'
import type { Repository } from '../repository.ts'

export interface FindDatabasesInput {
  readonly repository: Repository
  /** The folder that is analysed. */
  readonly root: string
  readonly apps: readonly App[]
  readonly reading: Reading | null
}

export async function findDatabases(input: FindDatabasesInput): Promise<AnalyzedDatabase[]> {
  return [...(input.reading?.databases ?? [])]
}
