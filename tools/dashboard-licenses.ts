/** Licenses of the packages that files for browsers or the packed command line contain: copies come with their notices. */
import { readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Manifest {
  name?: string
  version?: string
  license?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packages of files that a build copies, such as fonts and icons. They are development dependencies: nothing runs their code. */
const files = /^(?:@fontsource|simple-icons)/

/**
 * Returns one text for all dependencies of a package; `what` starts it, such as "The dashboard". `copied`: development
 * dependencies that a build copies from, with those of their own dependencies that match too.
 */
export async function collectLicenses(folder: string, what: string, copied = files): Promise<string> {
  const seen = new Map<string, string>()
  const start = await realpath(folder)
  await addCopied(start, copied, seen)
  const queue = [start]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { dependencies = {} }: Manifest = JSON.parse(await readFile(join(next, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      const found = await findPackage(next, name)
      if (found === undefined || seen.has(found)) continue
      seen.set(found, await describe(found))
      queue.push(found)
    }
  }
  const parts = [...new Set(seen.values())].filter((part) => part !== '').sort()
  return `${what} contains the following packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

async function addCopied(start: string, copied: RegExp, seen: Map<string, string>): Promise<void> {
  const queue = [start]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { dependencies, devDependencies }: Manifest = JSON.parse(await readFile(join(next, 'package.json'), 'utf8'))
    const named = Object.keys((next === start ? devDependencies : dependencies) ?? {})
    for (const name of named.filter((each) => copied.test(each))) {
      const found = await findPackage(next, name)
      if (found === undefined || seen.has(found)) continue
      seen.set(found, await describe(found))
      queue.push(found)
    }
  }
}

async function findPackage(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = await realpath(join(folder, 'node_modules', name)).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** Empty for our own packages. */
async function describe(folder: string): Promise<string> {
  const {
    name = '',
    version = '',
    license = '',
  }: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (name.startsWith('@longshore/')) return ''
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each))
  const text = file === undefined ? `Licence: ${license}\n` : await readFile(join(folder, file), 'utf8')
  return `${name} ${version}\n\n${text.trim()}\n`
}
