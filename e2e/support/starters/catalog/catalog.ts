/** Every starter, by its name. */
import type { Starter } from '../starter.ts'
import { documentedStarters } from './documented.ts'
import { goStarters } from './go.ts'
import { nextStarters } from './next.ts'
import { nodeAppStarters } from './node-apps.ts'
import { nodeServerStarters } from './node-servers.ts'
import { nodeSiteStarters } from './node-sites.ts'
import { plainStarters } from './plain.ts'
import { pythonStarters } from './python.ts'
import { viteStarters } from './vite.ts'

export const starters: readonly Starter[] = [
  ...nextStarters,
  ...viteStarters,
  ...nodeAppStarters,
  ...nodeServerStarters,
  ...nodeSiteStarters,
  ...documentedStarters,
  ...pythonStarters,
  ...goStarters,
  ...plainStarters,
]
