/** One pass over the code for everything that only code shows; the result is cached with the repository. */
import { nameOf } from '../../formats/repository-path.ts'
import type { Repository } from '../../repository.ts'
import { findLoopback } from '../../warnings/find-loopback.ts'
import { type FoundSecret, findSecrets } from '../../warnings/find-secrets.ts'
import { isVariableName } from '../classify-name.ts'
import { chooseFiles } from './choose-files.ts'
import type { Finding } from './finding.ts'
import { familyOf, scanText } from './scan-file.ts'

export interface CodeFinding extends Finding {
  readonly file: string
  readonly line: number
}

export interface CodeScan {
  readonly findings: readonly CodeFinding[]
  readonly loopback: readonly { file: string; line: number }[]
  readonly secrets: readonly FoundSecret[]
  readonly isCut: boolean
}

const maxFindings = 20_000
const known = new WeakMap<Repository, Map<string, Promise<CodeScan>>>()

export function scanCode(repository: Repository, root: string): Promise<CodeScan> {
  const scans = known.get(repository) ?? new Map<string, Promise<CodeScan>>()
  known.set(repository, scans)
  const scan = scans.get(root) ?? pass(repository, root)
  scans.set(root, scan)
  return scan
}

async function pass(repository: Repository, root: string): Promise<CodeScan> {
  const { paths, isCut } = chooseFiles(repository, root)
  const findings: CodeFinding[] = []
  const loopback: { file: string; line: number }[] = []
  const secrets: FoundSecret[] = []
  for await (const [file, text] of repository.passOver(paths)) {
    const family = familyOf(file)
    if (family === null || findings.length > maxFindings) continue
    for (const finding of withLines(text, scanText(family, text))) findings.push({ ...finding, file })
    const line = findLoopback(nameOf(file), text)
    if (line !== null && loopback.length < 20) loopback.push({ file, line })
    if (secrets.length < 20) secrets.push(...findSecrets(file, text))
  }
  return { findings, loopback, secrets, isCut }
}

/** Lines are counted once per file, from one finding to the next. */
function withLines(text: string, findings: readonly Finding[]): (Finding & { line: number })[] {
  const sorted = findings.filter(({ key }) => isVariableName(key)).sort((a, b) => a.index - b.index)
  let line = 1
  let at = 0
  return sorted.map((finding) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < finding.index; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return { ...finding, line }
  })
}
