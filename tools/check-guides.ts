/**
 * Checks the pages that readers follow, before a suite follows them: each instruction can be read, each label is a text of the
 * dashboard, one name for each variable, and few blocks that can't be run. With paths as arguments: only these pages.
 */
import { text } from '../apps/dashboard/src/text/text.ts'
import { hidesCommands } from './docs/guide/hidden-commands.ts'
import { type Guide, readGuide } from './docs/guide/read-guide.ts'
import { listGuides, loadGuide } from './docs/guide/read-guides.ts'
import { finishCheck, type Seed } from './finish-check.ts'

const maxNotRunShare = 0.1
/** IDs that a page needs come from its reader, under these names. */
const variables = new Set(['LONGSHORE_URL', 'LONGSHORE_TOKEN', 'PROJECT', 'ENVIRONMENT', 'STAGING', 'SERVER', 'SERVICE', 'DATABASE', 'DEPLOYMENT', 'BACKUP', 'STORAGE', 'DOMAIN', 'CHANNEL', 'GIT_PROVIDER', 'HOME', 'PWD', 'COMMIT']) // biome-ignore format: a list
/** Names of things, not of controls: examples that the dashboard shows. */
const examples = new Set(['production', 'staging', 'shop', 'web', 'db', 'cache', 'worker', 'fsn-1', 'main'])

const catalog = collectTexts(text)
const unreadable: string[] = []
const guides = await readAll(process.argv.slice(2))
const shellBlocks = guides.flatMap(({ parts }) => parts.filter((part) => part.kind === 'shell'))
const hidden = guides.flatMap(({ otherBlocks }) => otherBlocks.filter(hidesCommands))
const blocks = shellBlocks.length + hidden.length
const notRun = shellBlocks.filter((block) => block.notRun !== undefined).length + hidden.length
const actions = guides.flatMap(({ parts }) =>
  parts.flatMap((part) => (part.kind === 'instruction' ? part.instruction.actions : [])),
)
finishCheck('guides', {
  findings: [
    ...unreadable,
    ...guides.flatMap(checkGuide),
    ...(process.argv.length === 2 && notRun > blocks * maxNotRunShare
      ? [`${notRun} of ${blocks} blocks are not run, more than a tenth`]
      : []),
  ],
  seeds: seedFaults(),
  figures: { pages: guides.length, blocks, notRun, actions: actions.length },
})

async function readAll(paths: readonly string[]): Promise<Guide[]> {
  const found: Guide[] = []
  for (const path of paths.length === 0 ? await listGuides() : paths) {
    const guide = await loadGuide(path).catch((error: Error) => error.message)
    if (typeof guide === 'string') unreadable.push(guide)
    else found.push(guide)
  }
  return found
}

function checkGuide({ path, labels, parts, otherBlocks }: Guide): string[] {
  // Bold is for emphasis where people read on a Git host.
  const named = path === 'README.md' ? [] : labels
  const unknown = named.filter((label) => !catalog.has(label) && !examples.has(label))
  const hiding = otherBlocks.filter(hidesCommands)
  return [
    ...unknown.map((label) => `${path}: the dashboard has no text “${label}”`),
    ...hiding.map(
      ({ line }) => `${path}:${line}: commands belong in a \`sh\` block, with a reason if nobody can run it`,
    ),
    ...parts.flatMap((part) =>
      part.kind === 'shell' ? findVariables(part.text).map((fault) => `${path}:${part.line}: ${fault}`) : [],
    ),
  ]
}

/** Readers know the documented variables, and those that the same block sets. */
function findVariables(block: string): string[] {
  const set = new Set(
    [...block.matchAll(/(?:^|[\s;(])(\w+)=|\bfor (\w+) in|\bread (?:-r )?(\w+)/g)].flatMap((match) => match.slice(1)),
  )
  // The shell in a container has variables of its own.
  const own = block.replaceAll(/\bsh -c '[^']*'/g, '')
  const used = [...own.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
  return [...new Set(used)]
    .filter((name) => !variables.has(name) && !set.has(name))
    .map((name) => `$${name} isn't one of the documented variables`)
}

/** Texts with a number or a name are collected with a few of them. */
function collectTexts(value: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (each: unknown): void => {
    if (typeof each === 'string') found.add(each)
    else if (isMaker(each)) for (const sample of [1, 2, 3, ...examples]) visit(callWith(each, sample))
    else if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) visit(inner)
  }
  visit(value)
  return found
}

function isMaker(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function'
}

function callWith(make: (...args: never[]) => unknown, sample: string | number): unknown {
  try {
    return String(Reflect.apply(make, undefined, [sample, sample, sample]))
  } catch {
    return undefined
  }
}

function seedFaults(): Seed[] {
  const isCaught = (...lines: string[]) => {
    try {
      return checkGuide(readGuide('seeded.md', lines.join('\n'))).length > 0
    } catch {
      return true
    }
  }
  return [
    { what: 'label that the dashboard lacks', caught: isCaught('1. Click **Frobnicate**.') },
    { what: 'instruction that no rule reads', caught: isCaught('1. The **Save** button saves.') },
    { what: 'other name for the URL', caught: isCaught('```sh', 'curl "$URL/api/v1/servers"', '```') },
    { what: 'command in a text block', caught: isCaught('```text', 'docker compose up -d', '```') },
    { what: 'command after a prompt', caught: isCaught('```console', '$ sudo ./install.sh', '```') },
    { what: 'command in a block without a language', caught: isCaught('```', 'A=1 longshore deploy', '```') },
    {
      what: 'good page, which is allowed,',
      caught: !isCaught(
        ...['1. Click **Save**.', '', '```sh', 'x=1; echo "$x $LONGSHORE_URL"', '```'],
        ...['```text', 'ok  database-reach  responds', '```'],
      ),
    },
  ]
}
