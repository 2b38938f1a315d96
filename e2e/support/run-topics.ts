/** Runs the topics of a suite one after another. A topic that throws doesn't stop the others. */
import { isChosen } from './command-line.ts'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'

const shownLines = 15

export interface TopicContext {
  report: Report
  /** Its last lines of output are shown when a topic throws. */
  instance?: Pick<Instance, 'api' | 'worker'>
}

/** The topics that the command line names, or all. */
export async function runTopics(context: TopicContext, topics: Record<string, () => Promise<void>>): Promise<void> {
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(context, name, topic)
}

export async function runTopic(
  { report, instance }: TopicContext,
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
