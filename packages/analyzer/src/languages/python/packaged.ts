/** Handles published packages, and programs that are only declared as a script in pyproject.toml. */
import { claim, source } from '../../claim.ts'
import { recordAt, textAt, textsAt } from '../../values.ts'
import { makeProcess } from '../make-app.ts'
import { noEntryWarning } from './programs.ts'
import { type PythonProject, type PythonService, service } from './project.ts'

/** A package with PyPI classifiers is for others to install. */
export function isPublished({ dependencies }: PythonProject): boolean {
  const stated = [
    ...textsAt(dependencies.pyproject, 'project', 'classifiers'),
    ...textsAt(dependencies.pyproject, 'tool', 'poetry', 'classifiers'),
  ]
  return stated.some((one) => /^(?:Development Status|Topic :: Software Development|Intended Audience)/.test(one))
}

/** A library can't be deployed; at the root of a repository, reporting that is better than reporting nothing. */
export function guessProgram(project: PythonProject): PythonService | null {
  if (project.folder.path !== '.' || project.code.length === 0 || isPublished(project)) return null
  const { pyproject } = project.dependencies
  const scripts = Object.keys({
    ...recordAt(pyproject, 'project', 'scripts'),
    ...recordAt(pyproject, 'tool', 'poetry', 'scripts'),
  }).filter((name) => /^[\w.-]{1,60}$/.test(name))
  const own = textAt(pyproject, 'project', 'name') ?? textAt(pyproject, 'tool', 'poetry', 'name')
  const name =
    scripts.find((one) => one === own) ?? scripts.find((one) => /^(?:start|serve|run)$/.test(one)) ?? scripts[0]
  if (name === undefined) return service(null, [makeProcess('app', 'worker', null)], { warnings: [noEntryWarning()] })
  const place = source(project.folder.full('pyproject.toml'), null, `script ${name}`)
  return service(null, [makeProcess('worker', 'worker', claim(name, 0.5, place))])
}
