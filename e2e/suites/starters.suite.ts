/**
 * Apps from the official generators deploy at the first try: generated, analyzed, built on a real server by the product, asked through
 * the proxy with a domain, stopped and deleted. At least 38 of at least 40 must respond.
 *
 * `--prepare` only runs the generators. A run continues where it stopped on the same tree; `--fresh` begins again. `--write` writes
 * docs/reference/starters.md. The quick form has three apps.
 *
 * @tier manual
 * @budget 9000
 * @topics next-16 next-15 next-14 next-pages next-pnpm t3 vite-react vite-react-pnpm vite-vue vite-svelte vite-solid
 * @topics vite-preact vite-lit vite-vanilla vite-ssr vite-ssr-vanilla vue rspack sveltekit sveltekit-node angular
 * @topics angular-ssr tanstack-start qwik nest express express-ejs express-ts fastify fastify-esm fastify-ts koa koa-2
 * @topics docusaurus hexo astro eleventy vitepress parcel hono react-router django wagtail fastapi flask streamlit
 * @topics mkdocs go-http fiber gin echo static dockerfile
 * @options --prepare --fresh --write
 */
import { Progress } from '../../tools/ci/full-run.ts'
import { hasFlag, isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { starters } from '../support/starters/catalog/catalog.ts'
import type { Home } from '../support/starters/load-bases.ts'
import type { Outcome } from '../support/starters/outcome.ts'
import { keyOf, prepareStarter } from '../support/starters/prepare.ts'
import type { Starter } from '../support/starters/starter.ts'
import { tryStarter } from '../support/starters/try-starter.ts'
import { writePage } from './starters/page.ts'

const wanted = { apps: 40, answered: 38 }
/** Files that don't affect any app's result. */
const unrelated = /\.md$|^docs\/|^bench\/|^e2e\/(?:support\/starters\/catalog\/|suites\/starters\/page\.ts$)/
const report = new Report('starters')
const chosen = starters.filter((each) => isChosen(each.name) && (namesTopics || !isQuick || each.isQuick === true))
const isWhole = !namesTopics && !isQuick
if (hasFlag('prepare')) await prepareAll()
else await deployAll()
report.finish()

async function prepareAll(): Promise<void> {
  let prepared = 0
  for (const starter of chosen) {
    const began = performance.now()
    const error = await prepareStarter(starter).then(() => null, String)
    if (report.expect(error === null, `${starter.name}: ${error}`)) prepared += 1
    console.error(`  ${starter.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  }
  report.figure('prepared', prepared)
}

async function deployAll(): Promise<void> {
  const stillCounts = (_name: string, changed: readonly string[]) => changed.every((file) => unrelated.test(file))
  const progress = await Progress.open('starters', { isFresh: hasFlag('fresh'), stillCounts })
  const known = new Map(progress.passed.map(({ summary, output }) => [summary, JSON.parse(output) as Outcome]))
  const outcomes: Outcome[] = []
  {
    await using testEnv = await startDeployTestEnv({ report, baseImages: [] })
    const [server] = testEnv.servers
    if (server === undefined) throw new Error('there is no server')
    const home: Home = { testEnv, server, loaded: new Set() }
    for (const starter of chosen) {
      const earlier = isWhole ? known.get(keyOf(starter)) : undefined
      const outcome = earlier ?? (await tryOnce(home, starter))
      if (earlier === undefined) await progress.add(toEnded(starter, outcome))
      show(outcome)
      outcomes.push(outcome)
    }
  }
  judge(outcomes)
  if (hasFlag('write') && isWhole) await writePage(outcomes)
}

/** An aborted attempt counts as a failure, and the other apps still run. */
async function tryOnce(home: Home, starter: Starter): Promise<Outcome> {
  const { name, title } = starter
  try {
    return await tryStarter(home, starter, await prepareStarter(starter))
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return { name, title, detected: '–', builds: false, answers: false, imageBytes: null, seconds: 0, cause }
  }
}

function judge(outcomes: readonly Outcome[]): void {
  const answered = outcomes.filter((each) => each.answers).length
  report.figure('apps', outcomes.length)
  report.figure('built', outcomes.filter((each) => each.builds).length)
  report.figure('answered', answered)
  for (const { name, cause } of outcomes) if (cause !== null) console.error(`  failed: ${name}: ${cause}`)
  const least = isWhole ? wanted.answered : outcomes.length
  report.expect(answered >= least, `${answered} apps respond, expected at least ${least}`)
  report.expect(!isWhole || outcomes.length >= wanted.apps, `${outcomes.length} apps, expected at least ${wanted.apps}`)
}

/** Results are found by recipe: a changed starter gets a first attempt again. */
function toEnded(starter: Starter, outcome: Outcome) {
  const { name, seconds, answers } = outcome
  const output = JSON.stringify(outcome)
  return {
    name,
    seconds: Math.round(seconds),
    passed: answers ? 1 : 0,
    failed: answers ? 0 : 1,
    summary: keyOf(starter),
    output,
  }
}

function show({ name, detected, builds, answers, imageBytes, seconds, cause }: Outcome): void {
  const size = imageBytes === null ? '–' : `${Math.round(imageBytes / 1_000_000)} MB`
  const verdict = answers ? 'responds' : builds ? 'builds' : 'FAILS'
  const cells = [name.padEnd(18), verdict.padEnd(9), size.padStart(7), `${seconds.toFixed(0)} s`.padStart(6), detected]
  console.log(`  ${cells.join(' ')}${cause === null ? '' : `  ${cause}`}`)
}
