/** Parses the output of `git ls-remote --symref`. Pure. */
import { isBranchName } from './ref-name.ts'
import type { RemoteRefs } from './source.ts'

interface NamedCommit {
  name: string
  commit: string
}

/** Branches and tags with names that we wouldn't request are omitted. */
export function readRefs(text: string): RemoteRefs {
  const branches: NamedCommit[] = []
  const tags = new Map<string, NamedCommit>()
  let head: string | null = null
  for (const line of text.split('\n')) {
    const [left = '', right = ''] = line.split('\t')
    if (left.startsWith('ref: refs/heads/') && right === 'HEAD') head = left.slice('ref: refs/heads/'.length)
    if (!/^[0-9a-f]{40}$/.test(left)) continue
    if (right.startsWith('refs/heads/')) {
      const name = right.slice('refs/heads/'.length)
      if (isBranchName(name)) branches.push({ name, commit: left })
    }
    if (right.startsWith('refs/tags/')) {
      // Git lists an annotated tag first, then again with ^{} and the commit that it names.
      const name = right.slice('refs/tags/'.length).replace(/\^\{\}$/, '')
      if (isBranchName(name)) tags.set(name, { name, commit: left })
    }
  }
  const isThere = branches.some((branch) => branch.name === head)
  return { defaultBranch: isThere ? head : null, branches, tags: [...tags.values()] }
}
