/**
 * Thirty variants of official starters, each broken in one way: the deployment fails, its diagnosis is the right one, its remedy is applied
 * with the calls of the button, and the next deployment is live. What the diagnosis reads is the output of the real tools. One more app
 * goes through the button itself in a browser.
 *
 * The quick form tries two apps of each topic; --case=NAME tries one app.
 *
 * @tier manual
 * @budget 2400
 * @topics variables commands versions memory network data button
 * @options --case=NAME
 */
import { isChosen, isQuick, option } from '../support/command-line.ts'
import { buildDashboard } from '../support/dashboard.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { inParallel } from '../support/in-parallel.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import type { Home } from '../support/starters/load-bases.ts'
import { loadVariantImages } from './remedies/base-images.ts'
import { commands, memory, variables, versions } from './remedies/build-variants.ts'
import { pressButton } from './remedies/press-button.ts'
import { data, forButton, network } from './remedies/start-variants.ts'
import { limitBuilds, tryVariant } from './remedies/try-variant.ts'
import type { Variant } from './remedies/variant.ts'

const atOnce = 2
const neededShare = 0.9

const report = new Report('remedies')
const topics = { variables, commands, versions, memory, network, data }
const hasButton = isChosen('button') && option('case') === undefined
let apps = 0
let recognized = 0
let remedied = 0
if (hasButton) await buildDashboard()
{
  await using testEnv = await startDeployTestEnv({ report, baseImages: ['postgres:17', 'redis:7'] })
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  const home: Home = { testEnv, server, loaded: new Set() }
  const tryOne = async (variant: Variant) => {
    apps += 1
    const began = performance.now()
    const tried = await tryVariant(testEnv, variant).catch((error: unknown) => ({
      isRecognized: false,
      isRemedied: false,
      fault: `${variant.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    }))
    if (tried.isRecognized) recognized += 1
    if (tried.isRemedied) remedied += 1
    const seconds = ((performance.now() - began) / 1_000).toFixed(0)
    console.error(tried.fault ?? `  ${variant.name}: ${variant.code}, ${variant.action}, live, ${seconds} s`)
  }
  for (const [name, all] of Object.entries(topics)) {
    if (!isChosen(name)) continue
    const named = option('case')
    const chosen =
      named === undefined ? all.slice(0, isQuick ? 2 : all.length) : all.filter((each) => each.name === named)
    for (const variant of chosen) await loadVariantImages(home, variant)
    // A build limit applies to the whole server, so apps with one run alone on it.
    await inParallel(
      chosen.filter((each) => each.buildMemoryBytes === undefined),
      atOnce,
      tryOne,
    )
    for (const variant of chosen.filter((each) => each.buildMemoryBytes !== undefined)) {
      await tryOne(variant)
      await limitBuilds(testEnv, null)
    }
  }
  if (hasButton) {
    await loadVariantImages(home, forButton)
    await runTopic(testEnv, 'button', () => pressButton(testEnv))
  }
}
report.figure('apps', apps)
report.figure('recognized', recognized)
report.figure('remedied', remedied)
report.figure('quick', isQuick)
report.expect(remedied >= Math.floor(apps * neededShare), `${remedied} of ${apps} apps are live after their remedy`)
report.finish()
