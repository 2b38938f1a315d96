/** A package.json with the line numbers of its entries. */
import { type Source, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { lineOfKey } from '../../lines.ts'
import { isRecord, recordAt, textAt } from '../../values.ts'
import type { Dependencies } from '../make-app.ts'

export interface Manifest {
  readonly folder: Folder
  /** Path from the repository root. */
  readonly file: string
  readonly text: string
  readonly value: unknown
  readonly name: string | null
  /** For an Nx project: its build output, from the workspace root. Its commands run there as well. */
  readonly builtAt: string | null
  readonly scripts: ReadonlyMap<string, string>
  /** Runtime dependencies. */
  readonly dependencies: Dependencies
  /** Additional dependencies for the build. */
  readonly development: Dependencies
}

const runtimeTables = ['dependencies', 'optionalDependencies'] as const

export async function readManifest(folder: Folder): Promise<Manifest | null> {
  const value = await folder.document('package.json')
  const text = await folder.text('package.json')
  if (!isRecord(value) || text === null) return null
  const file = folder.full('package.json')
  const scripts = new Map<string, string>()
  for (const [name, command] of Object.entries(recordAt(value, 'scripts'))) {
    if (typeof command === 'string' && command.trim() !== '') scripts.set(name, command.trim())
  }
  return {
    folder,
    file,
    text,
    value,
    name: textAt(value, 'name'),
    builtAt: null,
    scripts,
    dependencies: dependenciesOf(value, { text, file, tables: runtimeTables }),
    development: dependenciesOf(value, { text, file, tables: ['devDependencies'] }),
  }
}

interface Where {
  readonly text: string
  readonly file: string
  readonly tables: readonly string[]
}

function dependenciesOf(value: unknown, { text, file, tables }: Where): Dependencies {
  const found: Dependencies = new Map()
  for (const table of tables) {
    for (const [name, version] of Object.entries(recordAt(value, table)).slice(0, 1_000)) {
      found.set(name, {
        version: typeof version === 'string' ? version : null,
        file,
        line: lineOfKey(text, table, name),
      })
    }
  }
  return found
}

export function dependsOn(manifest: Manifest, name: string): boolean {
  return manifest.dependencies.has(name) || manifest.development.has(name)
}

export function dependencySource(manifest: Manifest, name: string): Source {
  const found = manifest.dependencies.get(name) ?? manifest.development.get(name)
  return source(
    found?.file ?? manifest.file,
    found?.line ?? null,
    `depends on ${name}${found?.version ? ` ${found.version}` : ''}`,
  )
}

export function scriptSource(manifest: Manifest, name: string): Source {
  const line = lineOfKey(manifest.text, 'scripts', name)
  return source(manifest.file, line, `script ${name}: ${manifest.scripts.get(name) ?? ''}`)
}
