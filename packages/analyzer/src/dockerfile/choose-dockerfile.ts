/** Chooses the Dockerfile that builds a folder for production, not for development. */
import { folderOf, joinPath, nameOf } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'

const notDeployed =
  /(?:^|[.\-_/])(?:dev|develop|development|local|test|tests|testing|ci|debug|e2e|playwright|cypress|storybook|packaging|gitpod|lint|docs?|example|examples|devcontainer|base|builder)(?:$|[.\-_/])/i
const production = /(?:^|[.\-_/])(?:prod|production|release|deploy)(?:$|[.\-_/])/i
const folders = [
  '.',
  'docker',
  '.docker',
  'deploy',
  'build',
  'docker/production',
  'docker/prod',
  'docker/app',
  'docker/web',
  'docker/php',
]

/** Path from the repository root; null if the folder has no suitable one. */
export function chooseDockerfile(repository: Repository, root: string): string | null {
  for (const folder of folders) {
    const here = listDockerfiles(repository, folder === '.' ? root : joinPath(root, folder))
    const [best] = here.sort((a, b) => rank(a) - rank(b))
    if (best !== undefined && rank(best) < 9) return best
  }
  return null
}

/** All Dockerfiles below a folder, except those that aren't deployed. */
export function findDockerfiles(repository: Repository, root: string): string[] {
  const found = repository
    .filesBelow(root)
    .filter((path) => isDockerfile(nameOf(path)) && rank(path) < 9 && !isVendored(path))
  return found.slice(0, 200)
}

function listDockerfiles(repository: Repository, folder: string): string[] {
  const depth = folder === '.' ? 0 : folder.split('/').length
  return repository
    .filesBelow(folder)
    .filter((path) => isDockerfile(nameOf(path)) && path.split('/').length === depth + 1)
}

function isDockerfile(name: string): boolean {
  return (
    /^(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|^[\w-]+\.Dockerfile$/i.test(name) &&
    !/\.(?:dockerignore|md|txt|j2|tmpl|template|erb|bak|orig|in|ya?ml|json|sh)$/i.test(name)
  )
}

/** Lower is better: production first, then the plain name, then other names. */
function rank(path: string): number {
  const name = nameOf(path)
  if (notDeployed.test(name.replace(/dockerfile|containerfile/i, '')) || notDeployed.test(lastFolders(path))) return 9
  if (production.test(name)) return 0
  if (/^(?:Dockerfile|Containerfile)$/i.test(name)) return 1
  if (/^(?:app|web|server|api)\.Dockerfile$|^Dockerfile\.(?:app|web|server|api)$/i.test(name)) return 2
  return 3
}

function lastFolders(path: string): string {
  const folder = folderOf(path)
  return folder === '.' ? '' : `/${folder}/`
}

function isVendored(path: string): boolean {
  return /(?:^|\/)(?:node_modules|vendor|third_party|\.devcontainer|testdata|fixtures|templates?|__tests__)\//.test(
    path,
  )
}
