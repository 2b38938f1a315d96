/**
 * Reads docker-compose.yml without the compose program, which would follow includes, read local files, and run
 * commands. Every key is checked against keys.ts; unknown ones are rejected.
 */
import type { AppWarning } from '../app.ts'
import { at, entriesOf, type Located, readYaml, textAt } from '../formats/located.ts'
import { folderOf, joinPath } from '../formats/repository-path.ts'
import type { Reading } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { createComposeFiles } from './compose-files.ts'
import { checkKeys, warn } from './compose-warning.ts'
import { supported } from './key-rules.ts'
import { topKeys } from './keys.ts'
import { topNetworkKeys, volumeKeys } from './nested-keys.ts'
import { listProfiles } from './read-profiles.ts'
import { readService } from './read-service.ts'
import { readSharedFiles } from './read-shared-files.ts'
import { resolveFile } from './resolve-includes.ts'
import { toReading } from './to-reading.ts'

const bases = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']
const production = [
  'docker-compose.prod.yml',
  'docker-compose.production.yml',
  'docker-compose.prod.yaml',
  'compose.prod.yaml',
  'compose.production.yaml',
  'compose.prod.yml',
  'docker-compose.production.yaml',
]
const maxServices = 100

/** `root` is the analyzed folder; null if it has no compose file. */
export async function readCompose(
  repository: Repository,
  root: string,
  profiles: readonly string[] = [],
): Promise<Reading | null> {
  const file = [...bases, ...production].map((name) => joinPath(root, name)).find((path) => repository.has(path))
  if (file === undefined) return null
  const text = await repository.text(file)
  const node = text === null ? null : readYaml(text)
  if (node === null || node.kind === 'unreadable') return unreadable(file, node)
  const context = { file, folder: folderOf(file), repository }
  const warnings = checkKeys(node, topKeys, { where: 'the file', file })
  const main = { path: file, folder: context.folder, node }
  const whole = await resolveFile(main, { files: createComposeFiles(repository, main), warnings, trail: [file] })
  warnings.push(...checkVolumes(at(whole, 'volumes'), file), ...checkNetworks(at(whole, 'networks'), file))
  warnings.push(...noteOverrides(repository, { root, file }))
  const shared = readSharedFiles(whole, { file, warnings })
  const stated = entriesOf(at(whole, 'services'))
  const [extra] = stated.slice(maxServices)
  if (extra !== undefined) warnings.push(tooMany(file, { line: extra[2], count: stated.length }))
  const hasFiles = (path: string) => repository.filesBelow(path).some((each) => each !== path)
  const all = stated
    .slice(0, maxServices)
    .map(([name, value, line]) => readService(name, value, { file, folder: context.folder, line, hasFiles, profiles }))
  const reading = await toReading(all, { ...context, shared, warnings })
  return { ...reading, composeProfiles: listProfiles(all) }
}

/** `driver_opts` can turn a named volume into any path of the server. */
function checkVolumes(node: Located | undefined, file: string): AppWarning[] {
  return entriesOf(node).flatMap(([name, value]) => {
    const isUsual = textAt(value, 'driver') === 'local'
    const rules = isUsual ? { ...volumeKeys, driver: supported('The only driver.') } : volumeKeys
    return checkKeys(value, rules, { where: `volume ${name.slice(0, 80)}`, file })
  })
}

function checkNetworks(node: Located | undefined, file: string): AppWarning[] {
  return entriesOf(node).flatMap(([name, value]) =>
    checkKeys(value, topNetworkKeys, { where: `network ${name.slice(0, 80)}`, file }),
  )
}

function noteOverrides(repository: Repository, { root, file }: { root: string; file: string }): AppWarning[] {
  const others = ['override.yml', 'override.yaml'].flatMap((end) => [`docker-compose.${end}`, `compose.${end}`])
  const found = others.map((name) => joinPath(root, name)).find((path) => repository.has(path))
  if (found === undefined) return []
  return [
    warn('compose_override_ignored', `Longshore reads ${file} without ${found}.`, {
      file: found,
      line: 1,
      instead: 'It’s meant for development. Put what you deploy into the main file.',
    }),
  ]
}

function tooMany(file: string, { line, count }: { line: number; count: number }): AppWarning {
  return warn('compose_service_left_out', `The file has ${count} services. Longshore reads the first ${maxServices}.`, {
    file,
    line,
    instead: 'Split the file into several projects.',
  })
}

function unreadable(file: string, node: { line: number | null; why: string } | null): Reading {
  const why = node === null ? "it isn't text or is too large" : node.why
  const warning: AppWarning = {
    code: 'compose_unreadable',
    message: `The Compose file can't be read: ${why}.`.slice(0, 500),
    hint: 'Correct the file and analyze again.',
    file,
    line: node?.line ?? null,
  }
  return { kind: 'compose', file, isComplete: false, services: [], databases: [], variables: [], warnings: [warning] }
}
