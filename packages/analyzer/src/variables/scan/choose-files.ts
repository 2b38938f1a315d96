/** Selects the files to scan for variables: the app's own code, not tests, tools, examples, or third-party code. */
import { nameOf } from '../../formats/repository-path.ts'
import { folderRoleOf } from '../../ignored.ts'
import type { Repository } from '../../repository.ts'
import { familyOf } from './scan-file.ts'

const maxFileBytes = 400_000
const maxFiles = 12_000
const maxBytes = 96_000_000

const tests =
  /(?:[._-](?:test|tests|spec|specs|e2e|stories|story|mock|fixture|bench)\.\w+$)|^(?:test_|conftest|spec_helper|rails_helper|setupTests|test-)|(?:_test|_spec|Test|Tests|Spec|IT)\.(?:go|rb|py|java|kt|cs|exs?|php|scala)$|^(?:jest|vitest|playwright|cypress|karma|webdriver|wdio|ava|stryker)[.\w-]*\.config\.\w+$|\.d\.ts$|\.min\.js$|^test\.(?:rb|exs|js|ts)$/
const asideName = /^(?:gulpfile|gruntfile|release|publish|deploy(?!-?commands)|seed|build-scripts)\b/i

export interface ChosenFiles {
  readonly paths: readonly string[]
  /** True if some files were omitted because there are too many. */
  readonly isCut: boolean
}

export function chooseFiles(repository: Repository, root: string): ChosenFiles {
  const prefix = root === '.' ? '' : `${root}/`
  const chosen: { path: string; bytes: number; depth: number }[] = []
  for (const entry of repository.entries) {
    if (entry.kind !== 'file' || entry.bytes > maxFileBytes || !entry.path.startsWith(prefix)) continue
    if (familyOf(entry.path) === null || tests.test(nameOf(entry.path)) || asideName.test(nameOf(entry.path))) continue
    if (folderRoleOf(entry.path, root) !== 'own') continue
    chosen.push({ path: entry.path, bytes: entry.bytes, depth: entry.path.split('/').length })
  }
  // Settings are close to the root: if files have to be omitted, those are the deepest ones.
  if (chosen.length > maxFiles) chosen.sort((a, b) => a.depth - b.depth)
  let bytes = 0
  const kept = chosen.slice(0, maxFiles).filter((file) => {
    bytes += file.bytes
    return bytes <= maxBytes
  })
  return { paths: kept.map(({ path }) => path).sort(), isCut: kept.length < chosen.length }
}
