/**
 * Every text that people read is free of phrases that are always wrong: README, docs, dashboard, CLI, problems, mails, notifications,
 * doctor and openapi.json. A checker of our own, not Vale or textlint: those read Markdown, and most of our texts are strings in
 * TypeScript and JSON, so what is needed first is the extraction, which `tools/words/read-text.ts` does in a page.
 */
import { withoutExceptions } from './exceptions.ts'
import { finishCheck, type Plant } from './finish-check.ts'
import { readFiles } from './source-files.ts'
import { findPhrases } from './words/find-phrases.ts'

const pages =
  /^(?:README|CONTRIBUTING|SECURITY|ARCHITECTURE)\.md$|^(?:docs|packages\/sdk|apps\/cli)\/.*\.md$|^apps\/server\/openapi\.json$/
const sources =
  /^apps\/(?:dashboard|cli|server)\/src\/.+\.tsx?$|^packages\/(?:remote|source|sdk|analyzer|addresses|archive)\/src\/.+\.ts$/
/** Tests; what is read as openapi.json; records of decisions, which keep the words of their day. */
const unread =
  /\.test\.tsx?$|\/(?:testing|contract)\/|generated|^docs\/adr\/|^docs\/reference\/glossary\.md$|^apps\/server\/src\/.+\.(?:routes|schemas|status)\.ts$|^apps\/server\/src\/(?:http|platform\/http\/openapi)\.ts$/

const files = await readFiles(new RegExp(`${pages.source}|${sources.source}`), { maxBytes: 8 << 20 })
const read = files.filter(({ path }) => !unread.test(path))
if (read.length < 500) throw new Error(`only ${read.length} files were seen`)
const found = read.flatMap(findPhrases).map(({ path, line, rule, text, instead }) => ({
  path,
  rule,
  text: `${path}:${line}: "${text.trim()}": write ${instead}`,
}))
finishCheck('words', {
  findings: await withoutExceptions('words', found),
  plants: plant(),
  figures: { files: read.length },
})

function plant(): Plant[] {
  const finds = (path: string, text: string) => findPhrases({ path, text }).length > 0
  return [
    { what: 'sentence in a page', caught: finds('docs/a.md', 'A deployment goes on when you close the page.\n') },
    { what: 'sentence in a source', caught: finds('a.ts', "const a = 'The hook at the forge is gone'\n") },
    { what: 'description', caught: finds('a.json', '  "description": "Whoever has the token can read it."\n') },
    {
      what: 'code in a page, which is allowed,',
      caught: !finds('docs/a.md', 'Run `mend --anew`.\n\n```\nmend\n```\n'),
    },
    { what: 'comment in a source, which is allowed,', caught: !finds('a.ts', '// mends it anew\nconst mend = 1\n') },
  ]
}
