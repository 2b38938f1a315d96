/** Generated tables, and requests that come close to their paths. The same seed makes the same ones. */
import type { Random } from '../../support/random.ts'
import type { ModelHostname, ModelPath } from './model.ts'

/** Few names, so that paths contain and resemble each other. */
const names = ['api', 'apix', 'API', 'v2', 'admin', 'a.b', '.well-known', 'x', '~u', 'a+b', 'docs@1'] as const
const maxHostnames = 4
const maxPaths = 9

export function generateTable(random: Random, services: readonly string[]): ModelHostname[] {
  return Array.from({ length: 1 + random.below(maxHostnames) }, () => ({
    service: random.pick(services),
    paths: random.chance(0.1) ? [] : generatePaths(random, services),
  }))
}

function generatePaths(random: Random, services: readonly string[]): ModelPath[] {
  const all = new Map<string, ModelPath>()
  for (let count = 1 + random.below(maxPaths); count > 0; count -= 1) {
    const above = random.chance(0.4) ? random.pick(['', ...all.keys()]) : ''
    const path = `${above}${segments(random, 1 + random.below(2))}`
    all.set(path, { path, service: random.pick(services), stripPrefix: random.chance(0.5) })
  }
  return [...all.values()]
}

function segments(random: Random, count: number): string {
  return Array.from({ length: count }, () => `/${random.pick(names)}`).join('')
}

/** Path and query of a request line. */
export function generateTarget(random: Random, { paths }: ModelHostname): string {
  const near = random.chance(0.75) && paths.length > 0 ? random.pick(paths).path : ''
  const below = random.below(3)
  let path = `${near}${segments(random, near === '' ? Math.max(1, below) : below)}`
  if (random.chance(0.2)) path = `${path}/`
  if (random.chance(0.6))
    for (let count = 1 + random.below(2); count > 0; count -= 1) path = rooted(disguise(random, path))
  return `${path}${random.chance(0.25) ? random.pick(['?', '?a=/api', '?q=%2F..%2F', '?x=1?y', '?a=b;c\\d']) : ''}`
}

function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

const inserted = [
  '/', '//', '/.', '/..', '/../', '%2f', '%2F', '%5c', '%5C', '\\', ';', ';a=b', '%3b', '..', '.', '/%2e', '/%2E%2e/', '%2f..%2F', '..;/', '%20', '%252f',
  '%252e%252e', '%c3%a9', '/...', '%2e', ':', 'https://evil.test', '//evil.test', '%00',
] // biome-ignore format: a list

/** Writes it in another way, or as something else that a careless program takes for the same. */
function disguise(random: Random, path: string): string {
  const at = 1 + random.below(path.length)
  const kind = random.below(4)
  if (kind === 0) return encodeOne(path, Math.min(at, path.length - 1))
  if (kind === 1) return path.slice(0, at) + random.pick(inserted) + path.slice(at)
  if (kind === 2) {
    // Exactly between two segments, where separators count.
    const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
    const slash = random.pick(slashes)
    return path.slice(0, slash) + random.pick(inserted) + path.slice(slash + (random.chance(0.5) ? 1 : 0))
  }
  return path.slice(0, -1) + path.slice(-1).toUpperCase()
}

function encodeOne(path: string, at: number): string {
  const letter = path[at] ?? ''
  if (letter === '%' || /%.?$/.test(path.slice(Math.max(0, at - 2), at))) return path
  const hex = letter.charCodeAt(0).toString(16)
  return `${path.slice(0, at)}%${at % 2 === 0 ? hex : hex.toUpperCase()}${path.slice(at + 1)}`
}
