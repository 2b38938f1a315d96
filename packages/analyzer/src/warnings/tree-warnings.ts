/** Warnings from the listing alone: size, submodules, links that leave the tree, committed keys. */
import type { AppWarning } from '../app.ts'
import { nameOf } from '../formats/repository-path.ts'
import { folderRoleOf } from '../ignored.ts'
import type { Repository } from '../repository.ts'

const manyFiles = 50_000
const manyBytes = 500_000_000
const keyFile =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pfx|p12|jks|keystore)|service-account(?:[\w-]*)\.json|.*-key\.pem|private[\w-]*\.(?:pem|key)|server\.key|master\.key)$/

export function treeWarnings(repository: Repository, root: string): AppWarning[] {
  const found: AppWarning[] = []
  const add = (code: string, file: string | null, [message, hint]: readonly [string, string]) =>
    found.push({ code, message: message.slice(0, 500), hint, file, line: null })
  const { entries } = repository
  if (entries.length > manyFiles || repository.bytes > manyBytes) {
    const size = `${entries.length} files, ${Math.round(repository.bytes / 1_000_000)} MB`
    add('huge_repository', null, [
      `The repository is large (${size}), so fetching and building it takes long.`,
      'Set the directory of the project to one app, and keep data and built files out of the repository.',
    ])
  }
  const submodule = entries.find(({ kind }) => kind === 'submodule')
  if (submodule !== undefined)
    add('submodules', submodule.path, [
      "The repository has submodules. Longshore doesn't fetch them.",
      'If the build needs them, copy the files into the repository.',
    ])
  const nested = entries.filter(
    ({ kind, path }) => kind === 'file' && keyFile.test(nameOf(path)) && folderRoleOf(path, root) === 'own',
  )
  for (const { path } of nested.slice(0, 5))
    add('secret_committed', path, [
      'The repository contains a key.',
      'Remove it, replace it, and set the new one as a secret variable in the environment.',
    ])
  return found
}
