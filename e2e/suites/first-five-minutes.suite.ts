/**
 * From a bare machine to a live app, following the first page of the documentation: at most five minutes and twelve commands.
 *
 * @tier all
 * @budget 240
 * @alone
 */
import { loadGuide } from '../../tools/docs/guide/read-guides.ts'
import { ensureEngine } from '../fixtures/engine.ts'
import { isQuick } from '../support/command-line.ts'
import { ensureCurrentImage } from '../support/installation/image.ts'
import { fillShelf } from '../support/installation/shelf.ts'
import { followGuide } from '../support/reader/follow-guide.ts'
import { openMachineReader } from '../support/reader/machine-reader.ts'
import { Report } from '../support/report.ts'

const page = 'docs/start/first-app.md'
const maxSeconds = 300
const maxCommands = 12

const report = new Report('first-five-minutes')
{
  await using _engine = await ensureEngine()
  await using shelf = await fillShelf(await ensureCurrentImage())
  const guide = await loadGuide(page)
  const commands = guide.parts.flatMap((part) =>
    part.kind === 'shell' && part.notRun === undefined
      ? part.text.split('\n').filter((line) => /^[a-z]/.test(line))
      : [],
  )
  await using reader = await openMachineReader(shelf, { kind: 'bare' })
  const began = performance.now()
  const { clicked, failures } = await followGuide(guide, reader, {
    tool: null,
    async onPart(part) {
      console.error(`  ${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  line ${part.line}`)
      if (part.kind === 'instruction' && part.instruction.sentence.includes('**New project**'))
        await reader.giveBaseDomain()
    },
  })
  const seconds = Math.round((performance.now() - began) / 1_000)
  for (const failure of failures) report.expect(false, failure)
  report.figure('commands', commands.length)
  report.figure('actions', clicked)
  report.figure('seconds', seconds)
  report.expect(
    commands.length > 0 && commands.length <= maxCommands,
    `${commands.length} commands, the limit is ${maxCommands}`,
  )
  report.expect(clicked > 0, 'nothing was clicked')
  report.expectTime(seconds <= maxSeconds, `${seconds} s, the limit is ${maxSeconds}`)
}
report.figure('quick', isQuick)
report.finish()
