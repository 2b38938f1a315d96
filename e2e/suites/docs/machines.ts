/**
 * The pages about the machine of an instance are followed on real ones: each page for a new machine on its own, and those for an
 * installed machine one after another on the same, the removal last.
 */
import type { Guide } from '../../../tools/docs/guide/read-guide.ts'
import { readGuides } from '../../../tools/docs/guide/read-guides.ts'
import { ensureEngine } from '../../fixtures/engine.ts'
import { option } from '../../support/command-line.ts'
import { ensureCurrentImage } from '../../support/installation/image.ts'
import { fillShelf, type Shelf } from '../../support/installation/shelf.ts'
import { followGuide } from '../../support/reader/follow-guide.ts'
import { type MachineReader, openMachineReader } from '../../support/reader/machine-reader.ts'
import type { Report } from '../../support/report.ts'

const removal = 'docs/guides/uninstall.md'

export async function followMachineGuides(report: Report): Promise<void> {
  const guides = (await readGuides()).filter(({ machine, path }) => machine !== undefined && isWanted(path))
  await using _engine = await ensureEngine()
  await using shelf = await fillShelf(await ensureCurrentImage())
  let ran = 0
  for (const guide of guides.filter(({ machine }) => machine === 'new')) {
    await using reader = await openMachineReader(shelf, { kind: 'bare' })
    ran += await follow(guide, reader, report)
  }
  const installed = guides.filter(({ machine }) => machine === 'installed').sort(removalLast)
  if (installed.length > 0) ran += await followInstalled(installed, shelf, report)
  report.figure('machine_guides', guides.length)
  report.figure('machine_blocks_run', ran)
}

async function followInstalled(guides: readonly Guide[], shelf: Shelf, report: Report): Promise<number> {
  await using reader = await openMachineReader(shelf, { kind: 'bare' })
  await reader.run({ text: 'bash install.sh --url https://deploy.shop.test', isOnServer: true, inTerminal: false })
  let ran = 0
  for (const guide of guides) {
    await reader.run({ text: 'cd /root', isOnServer: true, inTerminal: false })
    ran += await follow(guide, reader, report)
  }
  return ran
}

async function follow(guide: Guide, reader: MachineReader, report: Report): Promise<number> {
  const began = performance.now()
  const { ran, failures } = await followGuide(guide, reader, {
    tool: null,
    // The reader's app needs an automatic hostname that resolves, before it's deployed.
    async onPart(part) {
      if (part.kind === 'instruction' && part.instruction.sentence.includes('**New project**'))
        await reader.giveBaseDomain()
    },
  })
  for (const failure of failures) report.expect(false, failure)
  report.expect(failures.length === 0, `${guide.path} can be followed`)
  console.error(`  ${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${guide.path}`)
  return ran
}

function removalLast(one: Guide, other: Guide): number {
  return Number(one.path === removal) - Number(other.path === removal)
}

function isWanted(path: string): boolean {
  const name = option('page')
  return name === undefined || name.split(',').some((each) => path.includes(each))
}
