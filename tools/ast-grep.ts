/** Runs ast-grep rules over files. TypeScript rules are applied to TSX as well, which the tool treats as another language. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './source-files.ts'

const run = promisify(execFile)
const rulesFolder = join(import.meta.dirname, 'rules')
const filesPerCall = 500

export interface Match {
  path: string
  line: number
  rule: string
  text: string
}

export async function readRules(suffix: string): Promise<string> {
  const names = (await readdir(rulesFolder)).filter((name) => name.endsWith(suffix)).sort()
  if (names.length === 0) throw new Error(`no rules end in ${suffix}`)
  const texts = await Promise.all(names.map((name) => readFile(join(rulesFolder, name), 'utf8')))
  return texts.flatMap((text) => [text, text.replace(/^language: TypeScript$/m, 'language: Tsx')]).join('\n---\n')
}

/** `paths` are relative to `folder`. */
export async function scan(rules: string, paths: readonly string[], folder = root): Promise<Match[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'longshore-rules-'))
  try {
    const config = join(temporary, 'sgconfig.yml')
    await writeFile(config, 'ruleDirs: []\nlanguageGlobs:\n  TypeScript: ["*.js", "*.mjs", "*.cjs"]\n')
    const matches: Match[] = []
    for (let at = 0; at < paths.length; at += filesPerCall) {
      const args = ['scan', '--config', config, '--inline-rules', rules, '--json=compact', '--no-ignore', 'hidden']
      matches.push(...(await scanOnce([...args, ...paths.slice(at, at + filesPerCall)], folder)))
    }
    return matches
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function scanOnce(args: string[], folder: string): Promise<Match[]> {
  const program = join(root, 'node_modules/.bin/ast-grep')
  // Exit code 1 means that an error-level rule matched; the matches are on standard output either way.
  const { stdout, stderr } = await run(program, args, { cwd: folder, maxBuffer: 64 << 20 }).catch(
    (error: { stdout?: string; stderr?: string }) => ({ stdout: error.stdout ?? '', stderr: error.stderr ?? '' }),
  )
  if (!stdout.startsWith('[')) throw new Error(`ast-grep gave no result: ${stderr}`)
  const found: { file: string; ruleId: string; text: string; range: { start: { line: number } } }[] = JSON.parse(stdout)
  return found.map((each) => ({
    path: each.file,
    line: each.range.start.line + 1,
    rule: each.ruleId,
    text: each.text,
  }))
}
