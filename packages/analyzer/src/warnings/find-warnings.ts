/** Warnings to read before deploying, each once, with its location. */
import type { App, AppWarning } from '../app.ts'
import { nameOf } from '../formats/repository-path.ts'
import type { AnalyzedDatabase, Reading } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { scanCode } from '../variables/scan/scan-code.ts'
import { envWarnings } from './env-warnings.ts'
import { lfsWarnings } from './lfs-warnings.ts'
import { serviceWarnings } from './service-warnings.ts'
import { treeWarnings } from './tree-warnings.ts'

export interface FindWarningsInput {
  readonly repository: Repository
  readonly root: string
  readonly apps: readonly App[]
  readonly services: readonly AnalyzedService[]
  readonly databases: readonly AnalyzedDatabase[]
  readonly reading: Reading | null
}

const maxWarnings = 190

/** Warnings about the repository and the final services, including those of apps and the reading. */
export async function findWarnings(input: FindWarningsInput): Promise<AppWarning[]> {
  const { repository, root } = input
  const code = await scanCode(repository, root)
  const all = [
    ...(input.reading?.warnings ?? []),
    ...input.apps.flatMap((app) => app.warnings),
    ...serviceWarnings(input.services, input.databases),
    ...(await envWarnings(repository, root)),
    ...code.secrets.map(
      ({ file, line, kind }): AppWarning => ({
        code: 'secret_committed',
        message: `The repository contains ${kind}.`,
        hint: 'Remove it, replace it, and set the new one as a secret variable in the environment.',
        file,
        line,
      }),
    ),
    ...treeWarnings(repository, root),
    ...code.loopback.map(
      ({ file, line }): AppWarning => ({
        code: 'listens_on_localhost',
        message: `${nameOf(file)} listens on localhost, so nothing outside of the container can reach it.`,
        hint: 'Listen on 0.0.0.0.',
        file,
        line,
      }),
    ),
    ...(await lfsWarnings(repository, root)),
    ...(code.isCut ? [cut] : []),
  ]
  const found = unique(all)
  return found.length <= maxWarnings
    ? found
    : [...found.slice(0, maxWarnings - 1), more(found.length - maxWarnings + 1)]
}

function more(count: number): AppWarning {
  return {
    code: 'more_warnings',
    message: `${count} more warnings aren't shown.`,
    hint: 'Resolve the others and analyze again.',
    file: null,
    line: null,
  }
}

const cut: AppWarning = {
  code: 'scan_incomplete',
  message: 'The repository has more code than Longshore reads. Variables in deep directories might be missing.',
  hint: 'Set the directory of the project to one app.',
  file: null,
  line: null,
}

function unique(warnings: readonly AppWarning[]): AppWarning[] {
  const seen = new Set<string>()
  return warnings.filter(({ code, file, line, message }) => {
    // Several keys of a compose file can be on one line.
    const isAboutPlace = file !== null && !code.startsWith('compose_')
    const key = JSON.stringify([code, file, line, isAboutPlace ? '' : message])
    return !seen.has(key) && seen.add(key)
  })
}
