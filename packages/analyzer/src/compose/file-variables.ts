/** Variables whose value is the text of a file that the repository doesn't have. */
import { onOneLine } from '../formats/one-line.ts'
import { nameOf } from '../formats/repository-path.ts'
import type { AnalyzedVariable } from '../reading.ts'

export interface WantedFile {
  /** The same file has the same variable, whichever service uses it. */
  readonly id: string
  /** Name of the file or of the secret, from which the key is made. */
  readonly name: string
  /** Key that the file states. Null lets Longshore choose one. */
  readonly key: string | null
  readonly isSecret: boolean
  /** Kind and name of the config or secret, such as `secret db_password`. Null for a mounted file. */
  readonly shared: string | null
  /** Name of the service, and the path at which it reads the file. */
  readonly service: string
  readonly path: string
  readonly line: number
}

export interface FileVariables {
  keyOf(file: Pick<WantedFile, 'id' | 'name' | 'key'>): string
  add(file: WantedFile): void
  list(): AnalyzedVariable[]
}

/**
 * `taken` are the keys that the file uses for something else. `templates` has texts that consist of references, by the
 * config or secret.
 */
export function createFileVariables(
  file: string,
  { taken, templates }: { taken: ReadonlySet<string>; templates: ReadonlyMap<string, string> },
): FileVariables {
  const keys = new Map<string, string>()
  const used = new Set(taken)
  const found = new Map<string, AnalyzedVariable>()
  const sharedBy = new Map<string, string>()
  const keyOf: FileVariables['keyOf'] = ({ id, name, key: stated }) => {
    if (stated !== null) return stated
    const key = keys.get(id) ?? free(keyFor(name), used)
    keys.set(id, key)
    used.add(key)
    return key
  }
  return {
    keyOf,
    add(wanted) {
      const key = keyOf(wanted)
      found.set(key, toVariable(key, { wanted, file, known: found.get(key) }))
      if (wanted.shared !== null) sharedBy.set(key, wanted.shared)
    },
    list: () =>
      [...found.values()].map((variable) => {
        const template = templates.get(sharedBy.get(variable.key) ?? '')
        return template === undefined ? variable : { ...variable, template, required: false, secret: false }
      }),
  }
}

/** `./conf/config.yml` → `FILE_CONFIG_YML`. */
function keyFor(name: string): string {
  const letters = nameOf(name)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^_/, '')
    .replace(/_$/, '')
  return letters === '' ? 'FILE_TEXT' : `FILE_${letters}`.slice(0, 100)
}

function free(key: string, used: ReadonlySet<string>): string {
  let found = key
  for (let number = 2; used.has(found); number += 1) found = `${key}_${number}`
  return found
}

function toVariable(
  key: string,
  { wanted, file, known }: { wanted: WantedFile; file: string; known: AnalyzedVariable | undefined },
): AnalyzedVariable {
  const { service, path, line, isSecret } = wanted
  const name = onOneLine(nameOf(wanted.name)).slice(0, 100)
  return {
    key,
    required: true,
    secret: isSecret || known?.secret === true,
    default: null,
    template: null,
    exceptions: [],
    scope: 'runtime',
    services: [...new Set([...(known?.services ?? []), service])].slice(0, 100),
    providedBy: null,
    description:
      known?.description ??
      `Text of the file ${name}, which ${service} reads at ${path.slice(0, 200)}. Paste all of it.`,
    evidence: known?.evidence ?? [{ claim: 'variable', file, line, what: `text of ${name}` }],
  }
}
