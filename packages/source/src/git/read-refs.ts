/** Parses the output of `git ls-remote --symref`. Pure. */
import { isBranchName } from './ref-name.ts'
import type { RemoteRefs } from './source.ts'

/** Branches with names that we wouldn't request are omitted. */
export function readRefs(text: string): RemoteRefs {
  const branches: { name: string; commit: string }[] = []
  let head: string | null = null
  for (const line of text.split('\n')) {
    const [left = '', right = ''] = line.split('\t')
    if (left.startsWith('ref: refs/heads/') && right === 'HEAD') head = left.slice('ref: refs/heads/'.length)
    else if (right.startsWith('refs/heads/') && /^[0-9a-f]{40}$/.test(left)) {
      const name = right.slice('refs/heads/'.length)
      if (isBranchName(name)) branches.push({ name, commit: left })
    }
  }
  const isThere = branches.some((branch) => branch.name === head)
  return { defaultBranch: isThere ? head : null, branches }
}
