import type { AppWarning } from '../../app.ts'
import { source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { warn } from '../make-app.ts'
import type { NodeContext } from './context.ts'

/** Without a lockfile, each build can get other packages; with two, it is unclear which one counts. */
export function lockfileWarnings({ manager, manifest, folder }: NodeContext): AppWarning[] {
  const home = new Folder(folder.repository, manager.root)
  if (manager.lockfile === null) {
    const hint = `Run ${manager.name} install and commit its lockfile.`
    return [
      warn(
        'no_lockfile',
        'The lockfile is missing, so each build can get different package versions.',
        hint,
        source(manifest.file, null, ''),
      ),
    ]
  }
  const [other] = manager.others
  if (other === undefined) return []
  const message = `There's both ${other} and ${manager.lockfile}. Longshore uses ${manager.lockfile}.`
  return [warn('several_lockfiles', message, 'Delete the one that you don’t use.', source(home.full(other), null, ''))]
}
