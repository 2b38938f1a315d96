/** Every language that is looked for. In a folder with several, the order decides between equals. */

import { deno } from './deno/deno.ts'
import type { Language } from './language.ts'
import { node } from './node/node.ts'
import { python } from './python/index.ts'
import { staticFiles } from './static/static.ts'

export const languages: readonly Language[] = [
  python,
  // After the languages whose apps have a package.json for their assets.
  deno,
  node,
  staticFiles,
]
