/** Every page that shows commands or clicks is followed as written: once per tool, by a new reader on a new organization. */
import type { Guide } from '../../../tools/docs/guide/read-guide.ts'
import { readGuides } from '../../../tools/docs/guide/read-guides.ts'
import { isQuick, option } from '../../support/command-line.ts'
import { startPersonTestEnv } from '../../support/person/person-test-env.ts'
import { type Followed, followGuide } from '../../support/reader/follow-guide.ts'
import { openReader } from '../../support/reader/reader.ts'
import type { Report } from '../../support/report.ts'

const quickGuides = 2
const baseImages = ['node:24-slim', 'postgres:17', 'redis:7', 'mariadb:11']

export async function followGuides(report: Report): Promise<void> {
  const guides = chooseGuides((await readGuides()).filter((guide) => guide.machine === undefined && hasSteps(guide)))
  await using testEnv = await startPersonTestEnv({ otherDomain: 'example.com', isNew: false, baseImages })
  let ran = 0
  let clicked = 0
  for (const guide of guides) {
    for (const tool of guide.tools.length === 0 ? [null] : guide.tools) {
      const began = performance.now()
      const followed = await follow(guide, tool)
      ran += followed.ran
      clicked += followed.clicked
      for (const failure of followed.failures) report.expect(false, failure)
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      console.error(`  ${seconds.padStart(6)} s  ${guide.path}${tool === null ? '' : ` (${tool})`}`)
    }
  }
  report.figure('guides', guides.length)
  report.figure('blocks_run', ran)
  report.figure('actions', clicked)
  report.expect(guides.length > 0 && ran > 0, 'no guide was followed')

  async function follow(guide: Guide, tool: Guide['tools'][number] | null): Promise<Followed> {
    try {
      await using reader = await openReader({ testEnv, report, needs: guide.needs })
      return await followGuide(guide, reader, { tool })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { ran: 0, clicked: 0, failures: [`${guide.path}: the reader can't start, or leave: ${message}`] }
    }
  }
}

/** False for a page with nothing but text, and blocks that can’t be run. */
function hasSteps({ parts }: Guide): boolean {
  return parts.some((part) => part.kind !== 'shell' || part.notRun === undefined)
}

function chooseGuides(guides: readonly Guide[]): readonly Guide[] {
  const name = option('page')
  if (name !== undefined) return guides.filter(({ path }) => name.split(',').some((each) => path.includes(each)))
  if (!isQuick) return guides
  // The same ones in each run, spread over the list.
  const step = Math.max(1, Math.floor(guides.length / quickGuides))
  return guides.filter((_, index) => index % step === 0).slice(0, quickGuides)
}
