/** Follows a page as its readers do: runs its blocks, and does in the dashboard what its numbered lists say. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Action } from '../../../tools/docs/guide/instructions.ts'
import type { Guide, Part, Tool } from '../../../tools/docs/guide/read-guide.ts'
import { option } from '../command-line.ts'
import { choose, click, typeInto, waitForText } from '../person/hands.ts'
import { fillIn } from './placeholders.ts'
import type { Reader } from './reader.ts'

/** A deployment or a certificate can take this long on a busy machine. */
const patienceMs = 240_000
/** People read a page before they use it. */
const settleMs = 300

export interface Followed {
  readonly ran: number
  readonly clicked: number
  readonly failures: readonly string[]
}

/** Stops at the first failure: what comes later builds on it. */
export async function followGuide(
  guide: Guide,
  reader: Reader,
  { tool, onPart }: { tool: Tool | null; onPart?: (part: Part) => Promise<void> },
): Promise<Followed> {
  let ran = 0
  let clicked = 0
  for (const part of guide.parts.filter((each) => each.tool === null || each.tool === tool)) {
    if (part.kind === 'instruction' && part.tool !== tool) continue
    try {
      await onPart?.(part)
      if (part.kind === 'shell') ran += await runBlock(part, reader)
      else if (part.kind === 'file') await reader.writeFile(part.name, fillIn(part.text, reader.placeholders))
      else clicked += await followInstruction(part, reader)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const who = tool === null ? '' : ` (${tool})`
      return { ran, clicked, failures: [`${guide.path}:${part.line}${who}: ${message}`] }
    }
  }
  return { ran, clicked, failures: [] }
}

async function runBlock(part: Extract<Part, { kind: 'shell' }>, reader: Reader): Promise<number> {
  if (part.notRun !== undefined) return 0
  await reader.run({ ...part, text: fillIn(part.text, reader.placeholders) })
  return 1
}

async function followInstruction(
  { instruction, pasted }: Extract<Part, { kind: 'instruction' }>,
  reader: Reader,
): Promise<number> {
  for (const action of instruction.actions) {
    await act(action, reader, pasted).catch(async (error: unknown) => {
      await keepScreenshot(await reader.page())
      throw new Error(
        `“${instruction.sentence}”: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      )
    })
  }
  return instruction.actions.length
}

/** The page that the reader sees where the guide is wrong. */
async function keepScreenshot(page: Page): Promise<void> {
  const folder = option('screenshots')
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${Date.now()}.png`), fullPage: true })
}

async function act(action: Action, reader: Reader, pasted = ''): Promise<void> {
  const page = await reader.page()
  const fill = (text: string) => fillIn(text, reader.placeholders)
  if (action.kind === 'go') return await reader.goTo(action.place)
  if (action.kind === 'click')
    return await clickAndSettle(page, fill(action.label), action.near === undefined ? {} : { near: fill(action.near) })
  if (action.kind === 'open') return await openFromMenu(page, fill(action.label))
  if (action.kind === 'choose') return await choose(page, action.field, fill(action.option), {}, patienceMs)
  if (action.kind === 'enter') return await typeInto(page, action.field, fill(action.value), {}, patienceMs)
  if (action.kind === 'enterOwn') return await typeInto(page, action.field, reader.own(action.what), {}, patienceMs)
  if (action.kind === 'paste') return await typeInto(page, action.field, fill(pasted), {}, patienceMs)
  if (action.kind === 'enterFile')
    return await typeInto(page, action.field, await readFile(reader.fileOf(action.name), 'utf8'), {}, patienceMs)
  if (action.kind === 'press') return await page.keyboard.press(action.key)
  if (action.kind === 'file')
    return await page.locator('input[type=file]').last().setInputFiles(reader.fileOf(action.name))
  if (action.kind === 'see') return await waitForText(page, fill(action.text), patienceMs)
  return await setSwitch(page, fill(action.label), action.isOn)
}

/** The main menu comes first: a page can show its own link with the same name, such as the one to its parent. */
async function openFromMenu(page: Page, label: string): Promise<void> {
  const inMenu = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: label, exact: true })
  if ((await inMenu.filter({ visible: true }).count()) !== 1) return await clickAndSettle(page, label, {})
  await inMenu.click({ timeout: 15_000 })
  await page.waitForTimeout(settleMs)
}

async function clickAndSettle(page: Page, label: string, which: { near?: string }): Promise<void> {
  await click(page, label, which, patienceMs)
  await page.waitForTimeout(settleMs)
}

async function setSwitch(page: Page, label: string, isOn: boolean): Promise<void> {
  const found = page
    .getByRole('switch', { name: label })
    .or(page.getByRole('checkbox', { name: label }))
    .first()
  await found.waitFor({ timeout: patienceMs })
  await found.setChecked(isOn, { timeout: 15_000, force: true })
}
