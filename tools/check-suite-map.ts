/**
 * Checks that the map from folders to suites covers every file and reaches every suite, and that every declaration is
 * valid.
 */
import { keyFor, ownerOf, suiteMap } from './ci/suite-map.ts'
import { finishCheck } from './finish-check.ts'
import { listFiles } from './source-files.ts'
import { readDeclarations } from './suites/declarations.ts'

const declarations = [...(await readDeclarations('suite')), ...(await readDeclarations('bench'))]
const names = new Set(declarations.map(({ kind, name }) => (kind === 'suite' ? name : `bench-${name}`)))
const files = await listFiles(/./)
const keys = Object.keys(suiteMap)
const mapped = Object.values(suiteMap).flatMap((affected) => (typeof affected === 'string' ? [] : affected))
const unreached = declarations.filter(
  ({ kind, name, tier }) => tier === 'all' && !mapped.includes(kind === 'suite' ? name : `bench-${name}`),
)

finishCheck('suite-map', {
  findings: [
    ...files
      .filter((file) => !isCovered(file, keys))
      .map((file) => `${file}: no entry of tools/ci/suite-map.ts covers it`),
    ...keys.filter((key) => !isUsed(key)).map((key) => `tools/ci/suite-map.ts: "${key}" covers no file; remove it`),
    ...mapped.filter((name) => !names.has(name)).map((name) => `tools/ci/suite-map.ts: there is no suite "${name}"`),
    ...unreached.map(({ name }) => `tools/ci/suite-map.ts: no folder is mapped to "${name}"`),
  ],
  seeds: [
    { what: 'new module without an entry', caught: !isCovered('apps/server/src/modules/new/new.service.ts', keys) },
    { what: 'entry that was removed', caught: !isCovered('packages/sdk/src/index.ts', without('packages/sdk/')) },
    { what: 'suite', caught: ownerOf('e2e/suites/kills/forward.ts') === 'kills' },
    { what: 'bench', caught: ownerOf('bench/durable/longshore-worker.ts') === 'bench-durable' },
  ],
  figures: { files: files.length, entries: keys.length, suites: names.size },
})

function isCovered(file: string, among: readonly string[]): boolean {
  return (names.has(ownerOf(file) ?? '') || keyFor(file, among) !== undefined) && file !== ''
}

function isUsed(key: string): boolean {
  return key === '.github/' || files.some((file) => keyFor(file) === key)
}

function without(key: string): string[] {
  return keys.filter((each) => each !== key)
}
