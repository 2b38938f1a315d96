import { expect, test } from 'vitest'
import { hidesCommands } from './hidden-commands.ts'
import { readGuide } from './read-guide.ts'

const page = `---
needs: [environment, database]
---
# Set a variable

Press **Deploy** afterwards.

\`\`\`yaml longshore.yaml
version: 1
\`\`\`

:::tabs key:tool
== Dashboard
1. In the environment, open **Variables**.
2. Paste this into **Import**:

   \`\`\`
   A=1
   B=2
   \`\`\`

3. Click **Save**. This takes
   a second.

You should see **Saved**.

== CLI
\`\`\`sh
longshore env set A=1
\`\`\`
<!-- not run: needs a published package -->
\`\`\`sh
npm install longshore
\`\`\`
:::

\`\`\`sh server
docker ps
\`\`\`
`

const guide = readGuide('docs/guides/variables.md', page)

test('reads what must exist, which tools the page shows, and the names of things on the screen', () => {
  expect(guide.needs).toEqual(['environment', 'database'])
  expect(guide.tools).toEqual(['Dashboard', 'CLI'])
  expect(guide.labels).toContain('Variables')
})

test('reads the parts in order, with the tool and the line', () => {
  const short = guide.parts.map((part) => [part.kind, part.tool, part.line])
  expect(short).toEqual([
    ['file', null, 9],
    ['instruction', 'Dashboard', 14],
    ['instruction', 'Dashboard', 15],
    ['instruction', 'Dashboard', 22],
    ['instruction', 'Dashboard', 25],
    ['shell', 'CLI', 29],
    ['shell', 'CLI', 33],
    ['shell', null, 38],
  ])
})

test('keeps the pasted text, the reason why a block is not run, and where it runs', () => {
  expect(guide.parts.find((part) => part.line === 15)).toMatchObject({ pasted: 'A=1\nB=2' })
  expect(guide.parts.find((part) => part.line === 33)).toMatchObject({ notRun: 'needs a published package' })
  expect(guide.parts.find((part) => part.line === 38)).toMatchObject({ isOnServer: true })
})

test('reads blocks in other languages, and recognizes commands in them', () => {
  const { otherBlocks } = readGuide('a.md', '```text\nnpm install\n```\n\n```ini\nA=1\n```\n\n```\nLOG_LEVEL=info\n```')
  expect(otherBlocks.map((block) => [block.line, block.language, hidesCommands(block)])).toEqual([
    [2, 'text', true],
    [6, 'ini', false],
    [10, '', false],
  ])
})

test('names the place of an instruction that no rule reads', () => {
  expect(() => readGuide('a.md', '1. The **Save** button saves.')).toThrow("a.md:1: can't be followed")
})
