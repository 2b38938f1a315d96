import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { readFile, sourceAt } from '../code/code-file.ts'
import { lowestOf, versionFromFiles } from '../version-files.ts'
import type { PythonDependencies } from './dependencies.ts'

export const defaultPython = '3.13'
/** Older versions get no security fixes. */
export const oldestPython = '3.10'

/** A pinned version takes precedence over an allowed range. */
export async function findPythonVersion(
  folder: Folder,
  dependencies: PythonDependencies,
): Promise<Claim<string> | null> {
  const pinned = await versionFromFiles(folder, ['.python-version', 'runtime.txt'], ['python'])
  if (pinned !== null) return pinned
  const pipfile =
    textAt(dependencies.pipfile, 'requires', 'python_full_version') ??
    textAt(dependencies.pipfile, 'requires', 'python_version')
  if (pipfile !== null) return await stated(folder, 'Pipfile', 'python_', pipfile)
  const { pyproject } = dependencies
  const required = textAt(pyproject, 'project', 'requires-python')
  if (required !== null) return await stated(folder, 'pyproject.toml', 'requires-python', required)
  const poetry = textAt(pyproject, 'tool', 'poetry', 'dependencies', 'python')
  if (poetry !== null) return await stated(folder, 'pyproject.toml', 'python =', poetry)
  const setup = (await readFile(folder, 'setup.py')) ?? (await readFile(folder, 'setup.cfg'))
  const index = setup?.lines.findIndex((line) => line.includes('python_requires')) ?? -1
  const version = lowestOf(/python_requires[ \t]*=[ \t]*["']?([^"']{1,40})/.exec(setup?.lines[index] ?? '')?.[1] ?? '')
  return setup === null || version === null ? null : claim(version, 0.9, sourceAt(setup, index + 1))
}

async function stated(folder: Folder, name: string, mark: string, constraint: string): Promise<Claim<string> | null> {
  const version = lowestOf(constraint)
  const code = await readFile(folder, name)
  if (version === null || code === null || version === '3') return null
  const index = code.lines.findIndex((line) => line.includes(mark))
  return claim(
    version,
    /^[=\d]/.test(constraint) ? 1 : 0.9,
    source(folder.full(name), index === -1 ? null : index + 1, `${mark} ${constraint}`),
  )
}
