/** The topics of a suite, one after the other: those that the command line names, or all. One that throws does not keep the others. */
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'

const shownLines = 15

export function isChosen(name: string): boolean {
  const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  return chosen.length === 0 || chosen.includes(name)
}

/** What the instance said last helps to understand a topic that broke. */
export async function runTopic(
  { report, instance }: { report: Report; instance?: Pick<Instance, 'api' | 'worker'> },
  name: string,
  topic: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  await topic().catch((error: unknown) => {
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    for (const { output } of instance === undefined ? [] : [instance.worker, instance.api])
      console.error(output.split('\n').slice(-shownLines).join('\n'))
  })
  console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
