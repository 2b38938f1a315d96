/** Licenses of the packages that the dashboard's files or the packed command line contain: copies come with their notices. */
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
const copied = /^(?:@fontsource|simple-icons)/

/** Returns one text for all dependencies of a package; `what` starts it, such as "The dashboard". */
export async function collectLicenses(folder: string, what: string): Promise<string> {
  const seen = new Map<string, string>()
  const start = await realpath(folder)
  for (const name of await listCopied(start)) {
    const found = await findPackage(start, name)
    if (found !== undefined) seen.set(found, await describe(found))
  }
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

async function listCopied(folder: string): Promise<string[]> {
  const { devDependencies = {} }: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).filter((name) => copied.test(name))
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
