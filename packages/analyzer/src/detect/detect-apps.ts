/** First stage: which apps are in the tree, by their manifests and code. */
import type { App } from '../app.ts'
import type { Findings, Scope } from '../findings.ts'
import { Folder } from '../folder.ts'
import type { Language, Workspace } from '../languages/language.ts'
import { languages } from '../languages/registry.ts'
import { readWorkspaces } from '../monorepo/read-workspaces.ts'
import { type Candidate, findCandidates } from './candidate-folders.ts'
import { draftsOf } from './drafts-of.ts'
import { keepDeployable } from './keep-deployable.ts'

export async function detectApps(scope: Scope, findings: Findings): Promise<Findings> {
  const candidates = findCandidates(scope, languages)
  const workspaces = await readWorkspaces(scope)
  const own = await detectIn(
    scope,
    workspaces,
    candidates.filter((candidate) => candidate.standing === 'own'),
  )
  // A repository of examples, or a library whose only site is its documentation.
  const apps =
    own.length > 0
      ? own
      : await detectIn(
          scope,
          workspaces,
          candidates.filter((candidate) => candidate.standing === 'aside'),
        )
  return {
    ...findings,
    workspaces,
    drafts: draftsOf(apps),
    warnings: [...findings.warnings, ...apps.flatMap((app) => app.warnings)],
  }
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
      if (app !== null) apps.push(app)
    }
  }
  return keepDeployable(apps)
}

/** The innermost workspace of this language that the folder is the root or a member of. */
function workspaceOf(workspaces: readonly Workspace[], language: Language, folder: string): Workspace | null {
  const its = workspaces.filter(
    (one) => one.language === language.name && (one.root === folder || [...one.members.values()].includes(folder)),
  )
  return its.sort((a, b) => b.root.length - a.root.length)[0] ?? null
}
