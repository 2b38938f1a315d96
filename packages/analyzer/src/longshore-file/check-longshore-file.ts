/** Parses longshore.yaml and reports problems with their line. */
import type { AppWarning } from '../app.ts'
import type { Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type LongshoreFile, longshoreFileSchema } from './longshore-file.schemas.ts'

const maxProblems = 20

export function checkLongshoreFile(node: Located, file: string): LongshoreFile | AppWarning[] {
  const parsed = longshoreFileSchema.safeParse(toPlain(node))
  if (parsed.success) {
    const problems = crossProblems(parsed.data, node, file)
    return problems.length === 0 ? parsed.data : problems
  }
  return parsed.error.issues.slice(0, maxProblems).flatMap((issue) => {
    const path = issue.path.map(String)
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    return keys.map((key) => {
      const whole = key === null ? path : [...path, key]
      const what = key === null ? issue.message : "isn't a known key"
      return problem(`${whole.join('.') || 'the file'}: ${what}`, { file, line: lineOf(node, whole) })
    })
  })
}

/** Checks references, and keys that require another one. */
function crossProblems(data: LongshoreFile, node: Located, file: string): AppWarning[] {
  const found: AppWarning[] = []
  const names = new Set([...Object.keys(data.services), ...Object.keys(data.databases ?? {})])
  const add = (path: string[], message: string) =>
    found.push(problem(`${path.join('.')}: ${message}`, { file, line: lineOf(node, path) }))
  for (const [name, service] of Object.entries(data.services)) {
    const path = ['services', name]
    if (service.image !== undefined && service.build !== undefined)
      add([...path, 'image'], 'a service can have an image or a build, not both')
    if (service.kind === 'cron' && service.schedule === undefined)
      add(path, 'a service of the kind cron needs a schedule')
    if (service.kind !== 'cron' && service.schedule !== undefined)
      add([...path, 'schedule'], 'only a service of the kind cron can have a schedule')
    if (service.sharesImageWith !== undefined && data.services[service.sharesImageWith] === undefined)
      add([...path, 'sharesImageWith'], "isn't one of the services")
    for (const other of service.dependsOn ?? [])
      if (!names.has(other)) add([...path, 'dependsOn'], `${other} isn't one of the services and databases`)
  }
  for (const [key, variable] of Object.entries(data.variables ?? {})) {
    if (typeof variable !== 'object') continue
    if (variable.from !== undefined && data.databases?.[variable.from] === undefined)
      add(['variables', key, 'from'], "isn't one of the databases")
    if (variable.secret === true && variable.default !== undefined)
      add(['variables', key, 'default'], "a secret can't have a value in the repository")
    for (const name of variable.services ?? [])
      if (data.services[name] === undefined) add(['variables', key, 'services'], `${name} isn't one of the services`)
  }
  return found.slice(0, maxProblems)
}

function problem(message: string, { file, line }: { file: string; line: number }): AppWarning {
  return {
    code: 'longshore_file_invalid',
    message: onOneLine(message).slice(0, 500),
    hint: 'Longshore ignores the whole file until you fix this.',
    file,
    line,
  }
}

/** The line of the deepest existing part of the path: of its key, if it has one. */
function lineOf(node: Located, path: readonly string[]): number {
  let line = node.line
  let at: Located | undefined = node
  for (const key of path) {
    if (at?.kind === 'map') {
      const entry = at.entries.get(key)
      if (entry === undefined) return line
      line = entry.line
      at = entry.value
    } else if (at?.kind === 'list') {
      at = at.items[Number(key)]
      line = at?.line ?? line
    } else return line
  }
  return line
}

function toPlain(node: Located): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(toPlain)
  return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, toPlain(value)]))
}
