/** Runs each peer on the corpus in the app's folder and scores its results. */
import { join } from 'node:path'
import { analyze } from '@longshore/analyzer'
import type { Case, ExpectedService } from '../read-corpus.ts'
import { takeMatch } from '../score.ts'
import { type Answer, type Peer, silence } from './answer.ts'
import { isCommand, isFramework, isManager } from './is-right.ts'

/** Language → analyzer → number of correct results. */
export interface Comparison {
  readonly asked: Map<string, number>
  readonly right: Map<string, Map<string, number>>
}

export const us = 'Longshore'

export async function comparePeers(corpus: readonly Case[], peers: readonly Peer[]): Promise<Comparison> {
  const comparison: Comparison = { asked: new Map(), right: new Map() }
  for (const one of corpus) {
    const own = await analyze(
      one.tree,
      one.expected.rootDirectory === undefined ? {} : { rootDirectory: one.expected.rootDirectory },
    )
    const left = [...own.services]
    for (const wanted of one.expected.services) {
      const found = takeMatch(left, wanted)
      const folder = join(one.folder, wanted.rootDirectory)
      const answers = new Map<string, Answer>([[us, found === undefined ? silence : { ...found }]])
      for (const peer of peers) answers.set(peer.name, await peer.ask(folder, one.folder).catch(() => silence))
      for (const [who, answer] of answers) await count(comparison, one, { wanted, folder, who, answer })
    }
  }
  return comparison
}

interface Asked {
  readonly wanted: ExpectedService
  readonly folder: string
  readonly who: string
  readonly answer: Answer
}

async function count(comparison: Comparison, one: Case, { wanted, folder, who, answer }: Asked): Promise<void> {
  const { language } = one.expected
  const verdicts = await judge(wanted, folder, answer)
  const row = comparison.right.get(language) ?? new Map<string, number>()
  comparison.right.set(language, row)
  row.set(who, (row.get(who) ?? 0) + verdicts.filter(Boolean).length)
  if (who === us) comparison.asked.set(language, (comparison.asked.get(language) ?? 0) + verdicts.length)
}

/** One verdict per question: framework, package manager, build command, start command, output folder, port. */
async function judge(wanted: ExpectedService, folder: string, answer: Answer): Promise<boolean[]> {
  const verdicts: boolean[] = []
  const framework = firstOf(wanted.framework)
  if (framework !== null) verdicts.push(isFramework(framework, answer.framework))
  else if (typeof wanted.language === 'string') verdicts.push(wanted.language === answer.language)
  const manager = firstOf(wanted.packageManager)
  if (manager !== null) verdicts.push(isManager(manager, answer.packageManager))
  for (const field of ['buildCommand', 'startCommand'] as const) {
    const choices = allOf(wanted[field])
    if (choices.length === 0) continue
    const right = await Promise.all(choices.map((choice) => isCommand(choice, answer[field], folder)))
    verdicts.push(right.includes(true))
  }
  const output = firstOf(wanted.outputDirectory)
  if (output !== null) verdicts.push(answer.outputDirectory?.replace(/^\.?\//, '') === output)
  if (typeof wanted.port === 'number') verdicts.push(answer.port === wanted.port)
  return verdicts
}

function allOf(value: unknown): string[] {
  return typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((one) => typeof one === 'string')
      : []
}

function firstOf(value: unknown): string | null {
  return allOf(value)[0] ?? null
}
