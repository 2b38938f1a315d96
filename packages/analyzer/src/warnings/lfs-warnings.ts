/** Git LFS pointers: a build without LFS gets the pointer. */
import type { AppWarning } from '../app.ts'
import { joinPath } from '../formats/repository-path.ts'
import { lineOf } from '../lines.ts'
import type { Repository } from '../repository.ts'

export async function lfsWarnings(repository: Repository, root: string): Promise<AppWarning[]> {
  for (const file of new Set([joinPath(root, '.gitattributes'), '.gitattributes'])) {
    const text = await repository.text(file)
    const line = text === null ? null : lineOf(text, 'filter=lfs')
    if (line !== null)
      return [
        {
          code: 'git_lfs',
          message: "The repository stores files in Git LFS. Longshore doesn't fetch them.",
          hint: 'If the build needs them, commit the files themselves.',
          file,
          line,
        },
      ]
  }
  return []
}
