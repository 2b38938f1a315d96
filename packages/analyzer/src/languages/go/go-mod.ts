/** Reads go.mod: the module name, the version, and direct requirements. */
import { type Claim, claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, readFile, sourceAt } from '../code/code-file.ts'
import type { Dependencies } from '../make-app.ts'

export interface GoModule {
  readonly code: CodeFile
  readonly path: string
  readonly version: Claim<string> | null
  readonly dependencies: Dependencies
  /** Folders of the same repository that replace a requirement, relative to this one. */
  readonly replaced: readonly string[]
}

export async function readGoModule(folder: Folder): Promise<GoModule | null> {
  const code = await readFile(folder, 'go.mod')
  if (code === null) return null
  const dependencies: Dependencies = new Map()
  const replaced: string[] = []
  let path = ''
  let language: Claim<string> | null = null
  let toolchain: Claim<string> | null = null
  for (const [index, line] of code.lines.entries()) {
    const [first = '', second = '', third = ''] = line.trim().split(/[ \t]+/)
    if (first === 'module') path = second.replaceAll('"', '')
    else if (first === 'go' && /^\d/.test(second)) language = claim(second, 1, sourceAt(code, index + 1))
    else if (first === 'toolchain' && second.startsWith('go'))
      toolchain = claim(second.slice(2), 1, sourceAt(code, index + 1))
    const local = /=>[ \t]*(\.{1,2}\/[\w./-]{1,200})/.exec(line)?.[1]
    if (local !== undefined) replaced.push(local)
    const [name, version] = first === 'require' ? [second, third] : [first, second]
    if (name.includes('.') && /^v\d/.test(version) && !line.includes('=>') && !line.includes('// indirect')) {
      dependencies.set(name, { version, file: folder.full('go.mod'), line: index + 1 })
    }
  }
  return { code, path, version: toolchain ?? language, dependencies, replaced }
}
