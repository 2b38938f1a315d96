/** An app from an official generator, broken by a small change. The app itself is other people's code and stays in the cache. */
import type { RepositoryFile } from '../../fixtures/repository.ts'
import { starters } from '../../support/starters/catalog/catalog.ts'
import { prepareStarter } from '../../support/starters/prepare.ts'

type Files = Map<string, RepositoryFile>
type Change = (files: Files) => void

export interface ChangedStarter {
  readonly starter: string
  readonly changes: readonly Change[]
}

/** A package.json, as far as a change reads it. */
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

export function from(starter: string, ...changes: readonly Change[]): ChangedStarter {
  return { starter, changes }
}

export async function readChanged({ starter, changes }: ChangedStarter): Promise<RepositoryFile[]> {
  const found = starters.find(({ name }) => name === starter)
  if (found === undefined) throw new Error(`there is no starter ${starter}`)
  const files: Files = new Map((await prepareStarter(found)).map((file) => [String(file.path), file]))
  for (const change of changes) change(files)
  return [...files.values()]
}

export function write(path: string, lines: readonly string[]): Change {
  return (files) => void files.set(path, { ...files.get(path), path, content: `${lines.join('\n')}\n` })
}

/** Throws when the text isn't there: a newer starter may look different, and then it isn't broken any longer. */
export function replace(path: string, before: string, after: string): Change {
  return (files) => {
    const text = textOf(files, path)
    if (!text.includes(before)) throw new Error(`${path} has no ${JSON.stringify(before)}`)
    write(path, [text.replace(before, () => after).trimEnd()])(files)
  }
}

export function prepend(path: string, lines: readonly string[]): Change {
  return (files) => write(path, [...lines, textOf(files, path).trimEnd()])(files)
}

export function append(path: string, lines: readonly string[]): Change {
  return (files) => write(path, [textOf(files, path).trimEnd(), ...lines])(files)
}

export function editManifest(edit: (manifest: Manifest) => Record<string, unknown>): Change {
  return (files) => {
    const manifest: Manifest = JSON.parse(textOf(files, 'package.json'))
    write('package.json', [JSON.stringify({ ...manifest, ...edit(manifest) }, null, 2)])(files)
  }
}

function textOf(files: Files, path: string): string {
  const file = files.get(path)
  if (file === undefined) throw new Error(`the starter has no ${path}`)
  return file.content.toString()
}
