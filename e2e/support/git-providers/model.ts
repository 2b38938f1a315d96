/** The state of a fake Git provider. The dialects express it like GitHub, GitLab and Bitbucket. */
import { randomBytes } from 'node:crypto'

export interface FakeRepository {
  id: number
  fullName: string
  /** Also found under these names, by redirect where the provider does that. */
  formerNames: string[]
  defaultBranch: string
  isPrivate: boolean
  isArchived: boolean
  description: string | null
  pushedAt: Date
  /** Empty if nothing was pushed. */
  branches: Map<string, { commit: string; isProtected: boolean }>
  message: string
  author: string
  hooks: Map<string, { url: string; secret: string }>
  statuses: { sha: string; state: string; context: string }[]
  pulls: FakePull[]
  deployments: FakeDeployment[]
}

export interface FakePull {
  number: number
  isOpen: boolean
  title: string
  /** Null if the fork was deleted. */
  headRepositoryId: number | null
  branch: string
  sha: string
  comments: { id: number; text: string }[]
}

export interface FakeDeployment {
  id: number
  ref: string
  environment: string
  payload: unknown
  states: string[]
}

export interface GitProviderModel {
  account: { id: number; login: string }
  token: string
  scopes: string[]
  repositories: FakeRepository[]
  nextId: number
}

export function createModel(login = 'ann'): GitProviderModel {
  return {
    account: { id: 7, login },
    token: `pretended-${randomBytes(16).toString('hex')}`,
    scopes: ['repo', 'api', 'repository', 'webhook'],
    repositories: [],
    nextId: 100,
  }
}

export function addRepository(
  model: GitProviderModel,
  options: {
    name: string
    isPrivate?: boolean
    isEmpty?: boolean
    isArchived?: boolean
    branches?: readonly string[]
    description?: string
    pushedAt?: Date
  },
): FakeRepository {
  model.nextId += 1
  const names = options.isEmpty === true ? [] : ['main', ...(options.branches ?? [])]
  const commit = randomBytes(20).toString('hex')
  const repository: FakeRepository = {
    id: model.nextId,
    fullName: `${model.account.login}/${options.name}`,
    formerNames: [],
    defaultBranch: 'main',
    isPrivate: options.isPrivate ?? false,
    isArchived: options.isArchived ?? false,
    description: options.description ?? null,
    pushedAt: options.pushedAt ?? new Date(),
    branches: new Map(names.map((name) => [name, { commit, isProtected: name === 'main' }])),
    message: 'First\n',
    author: 'Fixture',
    hooks: new Map(),
    statuses: [],
    pulls: [],
    deployments: [],
  }
  model.repositories.push(repository)
  return repository
}

export function findByName(model: GitProviderModel, name: string): FakeRepository | undefined {
  return model.repositories.find(
    (each) => each.fullName === name || String(each.id) === name || uuidOf(each.id) === name,
  )
}

export function findByFormerName(model: GitProviderModel, name: string): FakeRepository | undefined {
  return model.repositories.find((each) => each.formerNames.includes(name))
}

/** The commit that a branch or a hash names. */
export function resolveRef(repository: FakeRepository, ref: string): string | undefined {
  return (
    repository.branches.get(ref)?.commit ??
    [...repository.branches.values()].find(
      ({ commit }) => commit === ref || (ref.length >= 12 && commit.startsWith(ref)),
    )?.commit
  )
}

/** The last status of each name, as providers return them. */
export function latestStatuses(repository: FakeRepository, sha: string): { state: string; context: string }[] {
  const ofCommit = repository.statuses.filter((status) => status.sha === sha)
  return [...new Map(ofCommit.map((status) => [status.context, status])).values()]
}

export function uuidOf(id: number): string {
  return `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}`
}

export function rename(model: GitProviderModel, name: string, newName: string): void {
  const repository = findByName(model, `${model.account.login}/${name}`)
  if (repository === undefined) throw new Error(`no repository ${name}`)
  repository.formerNames.push(repository.fullName)
  repository.fullName = `${model.account.login}/${newName}`
}
