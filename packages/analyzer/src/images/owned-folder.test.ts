import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const corpus = join(import.meta.dirname, '../../corpus')

function filesOf(name: string): Record<string, string> {
  const repo = join(corpus, name, 'repo')
  const entries = readdirSync(repo, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(repo.length + 1), readFileSync(path, 'utf8')]))
}

test.each(readdirSync(corpus))(
  '%s: the app’s user owns the working folder of every image that runs code',
  async (name) => {
    const { services } = await analyze(treeOf(filesOf(name)))
    for (const { kind, dockerfile } of services) {
      if (kind === 'static' || typeof dockerfile?.text !== 'string') continue
      const lines = (dockerfile.text.split(/^FROM /m).at(-1) ?? '').split('\n')
      const user = lines.findIndex((line) => line.startsWith('USER '))
      const folder = lines.findIndex((line) => line.startsWith('WORKDIR '))
      const owner = /^USER (\S+)$/.exec(lines[user] ?? '')?.[1] ?? 'root'
      const given = lines.some((line) => /^RUN chown (?:-R )?\S+ \/app$/.test(line) && line.includes(owner))
      // BuildKit creates the WORKDIR folder for the user at that line.
      expect(user !== -1 && folder !== -1 && (user < folder || given), dockerfile.text).toBe(true)
      expect(lines.slice(user).join('\n')).not.toContain('apt-get')
    }
  },
)
