/** Files that list variables for people: .env.example and similar files, and .env files in the repository. */
import { nameOf } from '../formats/repository-path.ts'
import { folderRoleOf } from '../ignored.ts'
import type { Repository } from '../repository.ts'

const examples =
  /^(?:\.?env(?:\.[\w-]+)*\.(?:example|sample|template|dist|defaults?|tpl|skel)|\.?(?:example|sample|template)\.env|\.env-(?:example|sample|template)|env\.(?:example|sample|template)|dotenv\.example)$/i
const kept = /^\.env(?:\.(?:production|prod|defaults?))?$/
const maxFiles = 50

export interface ExampleFile {
  readonly path: string
  /** True if the file is meant to be copied; otherwise its values apply. */
  readonly isExample: boolean
}

export function findExampleFiles(repository: Repository, root: string): ExampleFile[] {
  const found: ExampleFile[] = []
  for (const path of repository.filesBelow(root)) {
    const name = nameOf(path)
    const isExample = examples.test(name) && !/(?:test|ci)\b/i.test(name)
    if ((isExample || kept.test(name)) && folderRoleOf(path, root) === 'own') found.push({ path, isExample })
    if (found.length >= maxFiles) break
  }
  return found
}
