/** All supported languages. In a folder with several, the order decides between equals. */
import { deno } from './deno/deno.ts'
import { dotnet } from './dotnet/index.ts'
import { elixir } from './elixir/index.ts'
import { go } from './go/index.ts'
import { hugo } from './hugo/hugo.ts'
import { java } from './java/index.ts'
import type { Language } from './language.ts'
import { node } from './node/node.ts'
import { others } from './others/index.ts'
import { php } from './php/index.ts'
import { python } from './python/index.ts'
import { ruby } from './ruby/index.ts'
import { rust } from './rust/index.ts'
import { shell } from './shell/shell.ts'
import { staticFiles } from './static/static.ts'

export const languages: readonly Language[] = [
  python,
  go,
  rust,
  ruby,
  php,
  java,
  dotnet,
  elixir,
  ...others,
  hugo,
  // Comes after the languages whose apps have a package.json for their assets.
  deno,
  node,
  staticFiles,
  shell,
]
