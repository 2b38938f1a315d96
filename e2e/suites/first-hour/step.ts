/** The recorded steps of a person's first hour. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Step = z.strictObject({
  /** `back`: the person went back, because the page before wasn't the right one. */
  action: z.enum([
    'open', 'click', 'type', 'select', 'press', 'wait', 'close', 'reload', 'back', 'browser', 'dns', 'push', 'ssh',
  ]), // biome-ignore format: a list
  /** The words on the screen that name the element. */
  label: z.string().optional(),
  /** The text to type, choose, wait for or open. `{{name}}` stands for a value that differs in each run. */
  text: z.string().optional(),
  near: z.string().optional(),
  nth: z.number().optional(),
})
export type Step = z.infer<typeof Step>

export async function readSteps(): Promise<Step[]> {
  return z.array(Step).parse(JSON.parse(await readFile(join(import.meta.dirname, 'steps.json'), 'utf8')))
}
