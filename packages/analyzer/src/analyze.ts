import type { Report } from './report.schemas.ts'
import { Repository } from './repository.ts'
import type { Tree } from './tree.ts'

export interface AnalyzeOptions {
  /** Only what is below this folder is looked at; `.` is everything. */
  rootDirectory?: string
}

export async function analyze(tree: Tree, _options: AnalyzeOptions = {}): Promise<Report> {
  const repository = new Repository(tree)
  return {
    services: [],
    databases: [],
    variables: [],
    monorepo: null,
    configuration: null,
    warnings: [],
    files: { count: repository.entries.length, bytes: repository.bytes, read: repository.readCount },
  }
}
