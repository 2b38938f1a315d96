/**
 * Joins the parts of the host script into the one readable file that a release has as install.sh, and fills in the names
 * between @ signs.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../deploy/host')
const partsBlock = /^# parts: begin\n[\s\S]*?^# parts: end\n/m
const partNames = /^for part in ([a-z -]+); do$/m

export interface HostScriptFacts {
  /** Download URL of all releases, without a slash at the end. */
  readonly baseUrl: string
  readonly version: string
  /** Name of the server image without tag and digest. */
  readonly imageRepository: string
  /** Public key in PEM. */
  readonly releaseKey: string
  /** Docker's own package repository. Empty if none is configured: then the script can't install a newer Docker. */
  readonly dockerAptUrl: string
}

export async function joinHostScript(facts: HostScriptFacts): Promise<string> {
  const main = await readFile(join(folder, 'main.sh'), 'utf8')
  const [, names] = partNames.exec(main) ?? []
  if (names === undefined || !partsBlock.test(main)) throw new Error('deploy/host/main.sh names no parts')
  const parts = await Promise.all(names.split(' ').map((name) => readPart(name)))
  const joined = main.replace(partsBlock, () => parts.join('\n'))
  const filled = Object.entries(placeholdersOf(facts)).reduce((text, [name, value]) => fill(text, name, value), joined)
  const [left] = /@[A-Z_]+@/.exec(filled) ?? []
  if (left !== undefined) throw new Error(`nothing fills ${left} of the host script`)
  return filled
}

async function readPart(name: string): Promise<string> {
  const text = await readFile(join(folder, `${name}.sh`), 'utf8')
  return `# ---- ${name} ----\n${text}`
}

function placeholdersOf(facts: HostScriptFacts): Record<string, string> {
  return {
    BASE_URL: checkWord(facts.baseUrl),
    VERSION: checkWord(facts.version),
    IMAGE_REPOSITORY: checkWord(facts.imageRepository),
    DOCKER_APT_URL: facts.dockerAptUrl === '' ? '' : checkWord(facts.dockerAptUrl),
    RELEASE_KEY: checkKey(facts.releaseKey),
  }
}

function fill(text: string, name: string, value: string): string {
  return text.replaceAll(`@${name}@`, () => value)
}

/** The script has it between single quotes. */
function checkWord(value: string): string {
  if (/^[\w./:@%+~-]{1,300}$/.test(value)) return value
  throw new Error(`${JSON.stringify(value)} can't be part of the host script`)
}

function checkKey(key: string): string {
  if (/^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----\n?$/.test(key)) return key.trimEnd()
  throw new Error('the release key must be a public key in PEM')
}
