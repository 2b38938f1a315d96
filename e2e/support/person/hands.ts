/** Uses a page as a sighted person does: everything is found by the words on the screen, never by its place in the code. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** Chooses one of several things with the same label: the one closest to another text, or the nth from the top. */
export interface Which {
  readonly near?: string
  readonly nth?: number
}

const clickable = [
  'button', 'link', 'tab', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'option', 'checkbox', 'radio', 'switch',
] as const // biome-ignore format: a list
const pollMs = 200
/** Inputs of styled radio buttons and switches are this small; people click their labels. */
const tinyPx = 4

export async function click(page: Page, label: string, which: Which = {}, withinMs = 0): Promise<void> {
  const found = await findOne(page, `a button or link “${label}”`, (scope) => clickables(scope, label), which, withinMs)
  await found.click({ timeout: 15_000 })
}

export async function typeInto(
  page: Page,
  label: string,
  text: string,
  which: Which = {},
  withinMs = 0,
): Promise<void> {
  const found = await findOne(page, `a field “${label}”`, (scope) => fields(scope, label), which, withinMs)
  await found.fill(text, { timeout: 15_000 })
}

export async function choose(
  page: Page,
  label: string,
  choice: string,
  which: Which = {},
  withinMs = 0,
): Promise<void> {
  const found = await findOne(page, `a field “${label}”`, (scope) => fields(scope, label), which, withinMs)
  if ((await found.evaluate((element) => element.tagName)) === 'SELECT') {
    await found.selectOption({ label: choice }, { timeout: 15_000 })
    return
  }
  await found.click({ timeout: 15_000 })
  await click(page, choice, {}, Math.max(withinMs, 2_000))
}

export async function waitForText(page: Page, text: string, withinMs: number): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: withinMs })
}

type Find = (scope: Page | Locator) => Locator[]

function clickables(scope: Page | Locator, label: string): Locator[] {
  const name = toName(label)
  const byRole = (exact: boolean) =>
    clickable.map((role) => scope.getByRole(role, { name, exact })).reduce((all, each) => all.or(each))
  return [byRole(true), scope.getByText(name, { exact: true }), byRole(false)]
}

/** An asterisk stands for what differs in each run, such as the id in an automatic hostname. */
function toName(label: string): string | RegExp {
  if (!label.includes('*')) return label
  const literal = (part: string) => part.replaceAll(/[^\w\s]/g, String.raw`\$&`)
  return new RegExp(label.split('*').map(literal).join('.*'))
}

function fields(scope: Page | Locator, label: string): Locator[] {
  return [
    scope.getByLabel(label, { exact: true }),
    scope.getByPlaceholder(label, { exact: true }),
    // Labels of radio buttons and checkboxes can be whole sentences that contain the label of a field.
    scope.getByLabel(label).and(scope.locator('input:not([type=radio], [type=checkbox]), textarea, select, [role]')),
  ]
}

/** Waits until exactly one thing is meant. */
async function findOne(page: Page, what: string, find: Find, which: Which, withinMs: number): Promise<Locator> {
  for (const deadline = Date.now() + withinMs; ; await delay(pollMs)) {
    const found = await pick(page, find, which).catch(() => [])
    const [first] = found
    if (first !== undefined && found.length === 1 && (await isSettled(page, find, which, first))) return first
    if (Date.now() >= deadline) throw new Error(complaint(what, found.length))
  }
}

/** While a page loads, the closest thing can be one that is only there first. */
async function isSettled(page: Page, find: Find, which: Which, first: Locator): Promise<boolean> {
  if (which.near === undefined) return true
  const [again] = await pick(page, find, which).catch(() => [])
  if (again === undefined) return false
  const [one, other] = [await centerOf(first), await centerOf(again)]
  return one.x === other.x && one.y === other.y
}

function complaint(what: string, count: number): string {
  return count === 0
    ? `the screen doesn’t have ${what}`
    : `the screen has ${count} times ${what}: say near which text, or which one from the top`
}

async function pick(page: Page, find: Find, { near, nth }: Which): Promise<Locator[]> {
  const scope = await frontOf(page)
  for (const locator of find(scope)) {
    const found = await visibleOnes(locator)
    if (found.length === 0) continue
    if (near !== undefined) return await closest(scope, found, near)
    if (nth !== undefined) return found.slice(nth - 1, nth)
    return found
  }
  return []
}

/** Behind a modal dialog nothing can be used. */
async function frontOf(page: Page): Promise<Page | Locator> {
  const dialogs = page.locator('dialog:modal, [role=dialog], [role=alertdialog]')
  return (await dialogs.count()) === 0 ? page : dialogs.last()
}

async function visibleOnes(locator: Locator): Promise<Locator[]> {
  const all = await locator.filter({ visible: true }).all()
  const boxes = await Promise.all(all.map((each) => each.boundingBox()))
  return all.filter((_, index) => (boxes[index]?.width ?? 0) > tinyPx)
}

async function closest(scope: Page | Locator, found: readonly Locator[], near: string): Promise<Locator[]> {
  const marks = await Promise.all((await visibleOnes(scope.getByText(near))).map(centerOf))
  const distances = await Promise.all(
    found.map(async (each) => {
      const at = await centerOf(each)
      // Rows are wide and low, so a step down counts more than a step aside.
      return Math.min(...marks.map((mark) => Math.abs(mark.x - at.x) + 4 * Math.abs(mark.y - at.y)))
    }),
  )
  const index = distances.indexOf(Math.min(...distances))
  return marks.length === 0 ? [] : found.slice(index, index + 1)
}

async function centerOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  return box === null ? { x: Infinity, y: Infinity } : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
