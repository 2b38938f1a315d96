/**
 * Checks every text that people read for phrases that are always wrong: README, docs, dashboard, CLI, problems, mails,
 * notifications, doctor, and openapi.json. This is our own check, not Vale or textlint: those read Markdown, while most
 * of our texts are strings in TypeScript and JSON. `tools/words/read-text.ts` extracts them.
 * With `--names`, it also checks file names, declared names, comments, and test titles of all TypeScript and Go
 * sources.
 */
import { type Finding, withoutExceptions } from './exceptions.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'
import { findNames } from './words/find-names.ts'
import { type FoundPhrase, findPhrases } from './words/find-phrases.ts'

const pages =
  /^(?:README|CONTRIBUTING|SECURITY|ARCHITECTURE)\.md$|^(?:docs|packages\/sdk|apps\/cli)\/.*\.md$|^apps\/server\/openapi\.json$/
const sources =
  /^apps\/(?:dashboard|cli|server)\/src\/.+\.tsx?$|^packages\/(?:remote|source|sdk|analyzer|addresses|archive)\/src\/.+\.ts$/
/** Excludes tests, sources of openapi.json, and decision records, which keep their original wording. */
const unread =
  /\.test\.tsx?$|\/(?:testing|contract)\/|generated|^docs\/adr\/|^docs\/reference\/glossary\.md$|^apps\/server\/src\/.+\.(?:routes|schemas|status)\.ts$|^apps\/server\/src\/(?:http|platform\/http\/openapi)\.ts$/

/** The lists of phrases and their tests quote what they reject. */
const unnamed = /\.generated\.ts$|^tools\/words\/|\/node_modules\//

const files = await readFiles(new RegExp(`${pages.source}|${sources.source}`), { maxBytes: 8 << 20 })
const read = files.filter(({ path }) => !unread.test(path))
if (read.length < 500) throw new Error(`only ${read.length} files were seen`)
const named = process.argv.includes('--names') ? await readNamedFiles() : []
const found = [...read.flatMap(findPhrases), ...named.flatMap(findNames)].map(toFinding)
finishCheck('words', {
  findings: await withoutExceptions('words', found),
  seeds: seedFindings(),
  figures: { files: read.length, named: named.length },
})

async function readNamedFiles(): Promise<SourceFile[]> {
  const all = await readFiles(/^(?:apps|packages|tools|bench|e2e)\/.+\.(?:tsx?|go)$/, { maxBytes: 1 << 20 })
  const kept = all.filter(({ path }) => !unnamed.test(path))
  if (kept.length < 2_000) throw new Error(`only ${kept.length} sources were seen`)
  return kept
}

function toFinding({ path, line, rule, text, instead }: FoundPhrase): Finding {
  return { path, rule, text: `${path}:${line}: "${text.trim()}": write ${instead}` }
}

function seedFindings(): Seed[] {
  const finds = (path: string, text: string) => findPhrases({ path, text }).length > 0
  const findsName = (path: string, text: string) => findNames({ path, text }).length > 0
  return [
    { what: 'sentence in a page', caught: finds('docs/a.md', 'A deployment goes on when you close the page.\n') },
    { what: 'sentence in a source', caught: finds('a.ts', "const a = 'The hook at the forge is gone'\n") },
    { what: 'description', caught: finds('a.json', '  "description": "Whoever has the token can read it."\n') },
    {
      what: 'code in a page, which is allowed,',
      caught: !finds('docs/a.md', 'Run `mend --anew`.\n\n```\nmend\n```\n'),
    },
    { what: 'comment in a source, which is no text,', caught: !finds('a.ts', '// mends it anew\nconst mend = 1\n') },
    { what: 'file name', caught: findsName('apps/a/tell-people.ts', '') },
    { what: 'name', caught: findsName('a.ts', 'export function tellPeople() {}\n') },
    { what: 'name in Go', caught: findsName('a.go', 'func tellKeeper() {\n') },
    { what: 'comment', caught: findsName('a.ts', '/** Of the response. */\n') },
    { what: 'comment in Go', caught: findsName('a.go', '// whoever waits\n') },
    { what: 'test title', caught: findsName('a.test.ts', "it('tells the forge', () => {})\n") },
    { what: 'plain name and comment, which are allowed,', caught: !findsName('a.ts', '// Why.\nconst status = 1\n') },
  ]
}
