/** A typical repository of a team: a few applications in a monorepo, mostly code, some text, data, and images. */
import type { RepositoryFile } from '../../e2e/fixtures/repository.ts'

const filesPerPackage = 200
const vocabulary =
  'account order invoice customer total amount status created updated handler request response service result value items index count find list create update remove check state event payload token session cache query filter'.split(
    ' ',
  )

/** Returns the same files for the same number. */
export function* sampleFiles(count: number): Generator<RepositoryFile> {
  const random = createRandom(count)
  yield { path: 'package.json', content: '{ "name": "shop", "private": true, "workspaces": ["packages/*"] }\n' }
  yield { path: 'README.md', content: '# Shop\n' }
  for (let index = 2; index < count; index += 1) {
    const folder = `packages/package-${Math.floor(index / filesPerPackage)}`
    if (index % filesPerPackage === 0) yield { path: `${folder}/package.json`, content: manifest(index) }
    else yield sampleFile(`${folder}/src/part-${index % 20}`, index, random)
  }
}

function manifest(index: number): string {
  const name = `@shop/package-${Math.floor(index / filesPerPackage)}`
  const dependencies = { express: '5.1.0', pg: '8.16.0', zod: '4.1.0' }
  return `${JSON.stringify({ name, version: '1.0.0', scripts: { start: 'node src/main.js', build: 'tsc' }, dependencies }, null, 2)}\n`
}

function sampleFile(folder: string, index: number, random: () => number): RepositoryFile {
  const share = random()
  const name = `${folder}/${pick(random)}-${pick(random)}-${index}`
  // A long tail: most files are a few kilobytes, some are a hundred.
  const lines = Math.ceil(8 + 60 * random() + 900 * random() ** 12)
  if (share < 0.62) return { path: `${name}.ts`, content: code(lines, random) }
  if (share < 0.72) return { path: `${name}.test.ts`, content: code(lines, random) }
  if (share < 0.78) return { path: `${name}.css`, content: code(lines / 2, random) }
  if (share < 0.86)
    return {
      path: `${name}.json`,
      content: JSON.stringify({ items: Array.from({ length: lines }, () => pick(random)) }, null, 1),
    }
  if (share < 0.93) return { path: `${name}.md`, content: prose(lines, random) }
  return { path: `${name}.png`, content: noise(2_000 + Math.floor(20_000 * random() ** 3), random) }
}

function code(lines: number, random: () => number): string {
  return Array.from({ length: Math.ceil(lines) }, (_, line) => {
    if (line % 40 === 7) return `  const url = process.env.${pick(random).toUpperCase()}_URL ?? 'http://localhost'`
    return `  const ${pick(random)}${line} = ${pick(random)}.${pick(random)}(${pick(random)}, ${Math.floor(random() * 1_000)})`
  }).join('\n')
}

function prose(lines: number, random: () => number): string {
  return Array.from({ length: lines }, () => Array.from({ length: 12 }, () => pick(random)).join(' ')).join('\n')
}

function noise(bytes: number, random: () => number): Buffer {
  const content = Buffer.alloc(bytes)
  content.write('\u0089PNG\r\n', 0, 'latin1')
  for (let at = 8; at < bytes; at += 1) content[at] = random() * 256
  return content
}

function pick(random: () => number): string {
  return vocabulary[Math.floor(random() * vocabulary.length)] ?? ''
}

/** A small, portable generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
