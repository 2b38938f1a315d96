/** Assets that Node builds for a PHP app. */
import { type Claim, claim, source } from '../../claim.ts'
import { parseJson } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { nodeTool } from '../node-assets.ts'

export async function frontendBuild(folder: Folder): Promise<Claim<string> | null> {
  const text = await folder.text('package.json')
  const manifest = text === null ? null : parseJson(text).value
  const script = ['build', 'production', 'prod'].find((name) => textAt(manifest, 'scripts', name) !== null)
  if (text === null || script === undefined) return null
  const index = text.split('\n').findIndex((line) => line.includes(`"${script}"`))
  return claim(
    `${nodeTool(folder).run} ${script}`,
    0.95,
    source(folder.full('package.json'), index === -1 ? null : index + 1, `script ${script}`),
  )
}
