/** Detects the apps in the tree by their manifests and code. */
import type { App } from '../app.ts'
import { Folder } from '../folder.ts'
import type { Language, Workspace } from '../languages/language.ts'
import { languages } from '../languages/registry.ts'
import { readWorkspaces } from '../monorepo/read-workspaces.ts'
import type { Scope } from '../scope.ts'
import { type Candidate, depth, findCandidates } from './candidate-folders.ts'
import { keepDeployable } from './keep-deployable.ts'
import { markAsGuess } from './mark-as-guess.ts'

export interface Detected {
  readonly apps: readonly App[]
  readonly workspaces: readonly Workspace[]
}

export async function detectApps(scope: Scope): Promise<Detected> {
  const candidates = findCandidates(scope, languages)
  const workspaces = await readWorkspaces(scope)
  const own = candidates.filter((candidate) => candidate.role === 'own')
  const apps = await detectIn(scope, workspaces, own)
  if (apps.length > 0) return { apps, workspaces }
  const guessed = await guessIn(scope, workspaces, own)
  if (guessed.length > 0) return { apps: guessed, workspaces }
  // A repository of examples, or a library whose only site is its documentation.
  const aside = candidates.filter((candidate) => candidate.role === 'aside')
  const others = await detectIn(scope, workspaces, aside)
  return { apps: others.length > 0 ? others : await guessIn(scope, workspaces, aside), workspaces }
}

async function detectIn(
  scope: Scope,
  workspaces: readonly Workspace[],
  candidates: readonly Candidate[],
): Promise<App[]> {
  const apps: App[] = []
  for (const candidate of candidates) {
    for (const language of candidate.languages) {
      const folder = new Folder(scope.repository, candidate.path)
      const app = await language.detect(folder, workspaceOf(workspaces, language, candidate.path))
      if (app !== null && app.processes.length > 0) apps.push(app)
    }
  }
  return keepDeployable(apps)
}

/** Only the guesses closest to the root: deeper ones would concern a part of them. */
async function guessIn(
  scope: Scope,
  workspaces: readonly Workspace[],
  candidates: readonly Candidate[],
): Promise<App[]> {
  const apps: App[] = []
  let deepest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    if (depth(candidate.path) > deepest) break
    const folder = new Folder(scope.repository, candidate.path)
    for (const language of candidate.languages) {
      const app = await language.guess?.(folder, workspaceOf(workspaces, language, candidate.path))
      if (app == null || app.processes.length === 0) continue
      deepest = depth(candidate.path)
      apps.push(markAsGuess(app))
    }
  }
  return keepDeployable(apps)
}

/** The innermost workspace of this language that has the folder as its root or a member. */
function workspaceOf(workspaces: readonly Workspace[], language: Language, folder: string): Workspace | null {
  const its = workspaces.filter(
    (one) => one.language === language.name && (one.root === folder || one.folders.has(folder)),
  )
  return its.sort((a, b) => b.root.length - a.root.length)[0] ?? null
}
