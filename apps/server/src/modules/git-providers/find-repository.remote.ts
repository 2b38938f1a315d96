/**
 * Finds a repository by its full name, the provider's identifier, or its bare name if the account sees exactly one of
 * that name.
 */
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import type { GitProviderRow } from './git-providers.repository.ts'
import { isRepositoryName } from './provider-address.policy.ts'
import type { RepositoryLists } from './repository-lists.remote.ts'

const shownNames = 10

export async function findRepositoryName(
  lists: Pick<RepositoryLists, 'get'>,
  row: GitProviderRow,
  name: string,
): Promise<string> {
  if (!isRepositoryName(name)) return name
  const { items, isIncomplete } = await lists.get(row, name)
  const wanted = `/${name.toLowerCase()}`
  const found = items.map(({ fullName }) => fullName).filter((fullName) => fullName.toLowerCase().endsWith(wanted))
  const [first] = found
  // An incomplete list can't show whether the name occurs again.
  if (first === undefined && !isIncomplete) throw notFound()
  if (first === undefined || found.length > 1 || isIncomplete)
    throw new AppError(gitProviderProblems.repository_name_ambiguous, explain(name, found))
  return first
}

function explain(name: string, found: readonly string[]): string {
  if (found.length > 1) return `"${name}" can be ${found.slice(0, shownNames).join(', ')}.`
  return `This account sees more repositories than were read, so "${name}" may not be the only one.`
}
