/** Replays the recorded first hour, and counts what a person has to do. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { choose, click, typeInto, type Which, waitForText } from '../../support/person/hands.ts'
import { ownDomain, type PersonTestEnv } from '../../support/person/person-test-env.ts'
import type { Step } from './step.ts'

export interface Hour {
  readonly clicks: number
  readonly typedFields: number
  readonly deadEnds: readonly string[]
}

const viewport = { width: 1_280, height: 800 }
/** A deployment or a certificate can take this long on a busy machine. */
const patienceMs = 300_000
const readMs = 700
const maxShown = 3_000
const clicking: ReadonlySet<Step['action']> = new Set(['click', 'select', 'press'])

interface Person {
  readonly context: BrowserContext
  /** The newest tab is in front. */
  readonly pages: Page[]
}

export async function replayHour(testEnv: PersonTestEnv, steps: readonly Step[]): Promise<Hour> {
  const people = {
    me: await openBrowser(testEnv, '198.51.100.1'),
    colleague: await openBrowser(testEnv, '198.51.100.2'),
  }
  let who: keyof typeof people = 'me'
  const deadEnds: string[] = []
  const fill = await placeholders(testEnv)
  for (const [index, step] of steps.entries()) {
    if (step.action === 'browser') who = step.text === 'colleague' ? 'colleague' : 'me'
    else if (step.action === 'back') deadEnds.push(`step ${index + 1} goes back`)
    const failed = await act(testEnv, people[who], fill(step)).catch((error: unknown) => error)
    if (!(failed instanceof Error)) continue
    deadEnds.push(`step ${index + 1}, ${step.action} “${step.label ?? step.text}”: ${failed.message.split('\n')[0]}`)
    await showPage(people[who].pages.at(-1))
    break
  }
  return {
    clicks: steps.filter(({ action }) => clicking.has(action)).length,
    typedFields: steps.filter(({ action }) => action === 'type').length,
    deadEnds,
  }
}

/** Prints where the person is stuck and the end of what they read there: dialogs come last. */
async function showPage(page: Page | undefined): Promise<void> {
  if (page === undefined) return
  const dialog = page.locator('dialog[open], [role=dialog]')
  const shown = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
  // biome-ignore lint/performance/useDomNodeTextContent: people don't read hidden text
  const read = await shown.evaluate((element): string => element.innerText)
  console.error(`  at ${page.url()}, where a person reads:\n${read.replaceAll(/\n+/g, '\n').slice(-maxShown)}`)
}

async function openBrowser({ browser }: PersonTestEnv, address: string): Promise<Person> {
  const extraHTTPHeaders = { 'x-forwarded-for': address }
  // The test's own authority signs the certificates of apps.
  const context = await browser.newContext({ viewport, extraHTTPHeaders, ignoreHTTPSErrors: true })
  const pages: Page[] = []
  context.on('page', (page) => {
    pages.push(page)
    page.on('close', () => pages.splice(pages.indexOf(page), 1))
  })
  await context.newPage()
  return { context, pages }
}

async function act(testEnv: PersonTestEnv, { pages }: Person, step: Promise<Step>): Promise<void> {
  const { action, label = '', text = '', near, nth } = await step
  const which: Which = { ...(near === undefined ? {} : { near }), ...(nth === undefined ? {} : { nth }) }
  const page = pages.at(-1)
  if (page === undefined) throw new Error('no tab is open')
  console.error(`    ${action} ${label} ${action === 'type' ? '' : text}`)
  const actions: Record<Step['action'], () => Promise<unknown>> = {
    open: () => page.goto(text),
    click: async () => {
      await click(page, label, which, patienceMs)
      // People read the next page for at least this long.
      await delay(readMs)
    },
    type: () => typeInto(page, label, text, which, patienceMs),
    select: () => choose(page, label, text, which, patienceMs),
    press: () => page.keyboard.press(text),
    wait: () => waitForText(page, text, patienceMs),
    close: () => page.close(),
    reload: () => page.reload(),
    back: () => page.goBack(),
    browser: async () => undefined,
    dns: async () => testEnv.addRecord(recordOf(label, text)),
    push: () => testEnv.push(text === 'broken' ? 'broken' : 'fixed'),
    ssh: () => testEnv.target.mustExec(text.split(' ')),
  }
  await actions[action]()
}

function recordOf(label: string, value: string) {
  const [name = ownDomain, type = 'A'] = label.split(' ')
  return { name, type: type === 'TXT' ? 'TXT' : type === 'CNAME' ? 'CNAME' : 'A', value } as const
}

/** Values that the record can't have: of this run, and from mails that arrive during it. */
async function placeholders(testEnv: PersonTestEnv): Promise<(step: Step) => Promise<Step>> {
  const { facts, instance } = testEnv
  const values: Record<string, string> = { ...facts, setupLink: await testEnv.setupLink() }
  const known = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  const fill = async (given: string): Promise<string> => {
    const text = known(given)
    const [, kind, address = ''] = /^\{\{(code|link) ([^{}]+)\}\}$/.exec(text) ?? []
    if (kind === 'code') return await instance.mailbox.waitForCode(address)
    if (kind === 'link')
      return /https?:\/\/\S*token=\S+/.exec((await instance.mailbox.waitFor(address)).text)?.[0] ?? ''
    return text
  }
  return async (step) => ({
    ...step,
    ...(step.label === undefined ? {} : { label: await fill(step.label) }),
    ...(step.text === undefined ? {} : { text: await fill(step.text) }),
  })
}
