/** Variables that a framework reads implicitly, so that the repository's own code doesn't name them. */
import { joinPath } from '../formats/repository-path.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import type { Mention } from './merge-variables.ts'

export function frameworkVariables(repository: Repository, services: readonly AnalyzedService[]): Mention[] {
  const roots = new Map<string, string[]>()
  for (const { framework, rootDirectory, name } of services) {
    if (framework === 'rails') roots.set(rootDirectory, [...(roots.get(rootDirectory) ?? []), name])
  }
  return [...roots].flatMap(([root, names]) => rails(repository, root, names))
}

/** Encrypted credentials need their key; without them, the secret for cookies comes from the environment. */
function rails(repository: Repository, root: string, names: readonly string[]): Mention[] {
  const credentials = ['config/credentials/production.yml.enc', 'config/credentials.yml.enc']
    .map((file) => joinPath(root, file))
    .find((file) => repository.has(file))
  const file = credentials ?? joinPath(root, 'config/application.rb')
  if (!repository.has(file)) return []
  const key = credentials === undefined ? 'SECRET_KEY_BASE' : 'RAILS_MASTER_KEY'
  const what = credentials === undefined ? 'Rails signs cookies with it' : 'the key of the encrypted credentials'
  return [
    {
      key,
      strength: 'must',
      value: null,
      isRequired: true,
      secret: true,
      scope: 'runtime',
      services: names,
      providedBy: null,
      template: null,
      description: null,
      evidence: { claim: 'variable', file, line: null, what },
    },
  ]
}
