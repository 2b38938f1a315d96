/** Runs `e2e/suites/NAME.suite.ts` or `bench/NAME.bench.ts` by name, or lists them with what they show. */
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [kind = 'suite', name = '--list', ...rest] = process.argv.slice(2)
const folder = join(root, kind === 'suite' ? 'e2e/suites' : 'bench')
const suffix = `.${kind}.ts`
const known = (await readdir(folder).catch(emptyWhenAbsent))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .sort()

if (name === '--list') {
  for (const each of known) console.log(`${each.padEnd(16)} ${await firstLine(join(folder, each + suffix))}`)
} else if (known.includes(name)) {
  const child = spawn(process.execPath, ['--expose-gc', join(folder, name + suffix), ...rest], { stdio: 'inherit' })
  child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
} else {
  console.error(`no ${kind} is called ${name}; there are: ${known.join(', ')}`)
  process.exit(2)
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function firstLine(file: string): Promise<string> {
  const match = /\/\*\*\s*\n?\s*\*?\s*([^\n*]+)/.exec(await readFile(file, 'utf8'))
  return match?.[1]?.trim() ?? ''
}
