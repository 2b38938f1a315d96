/**
 * The command line of a suite or bench. `bin/suite` has checked the words against the suite's declaration and
 * writes every option as `--name=value`.
 */
import { basename } from 'node:path'

const args = process.argv.slice(2)
const chosen = args.filter((word) => !word.startsWith('--'))
const asked = new Set<string>()

export const isQuick = args.includes('--quick')
/** False if the command line names no topic, so all of them run. */
export const namesTopics = chosen.length > 0

export function isChosen(topic: string): boolean {
  asked.add(topic)
  return !namesTopics || chosen.includes(topic)
}

export function option(name: string): string | undefined {
  const start = `--${name}=`
  return args.find((word) => word.startsWith(start))?.slice(start.length)
}

export function numberOption(name: string, fallback: number): number {
  return Number(option(name) ?? fallback)
}

export function hasFlag(name: string): boolean {
  return args.includes(`--${name}`)
}

/** Topics of the command line that the suite doesn't have. Without this check it would end without running them. */
export function unknownTopics(): string[] {
  return chosen.filter((topic) => !asked.has(topic))
}

/** The command that repeats this run. It names the seed even if it was the default. */
export function reproduceCommand(seed: number | undefined): string {
  const [, name = '', kind = 'suite'] = /^(.+)\.(suite|bench)\.ts$/.exec(basename(process.argv[1] ?? '')) ?? []
  const isSeedMissing = seed !== undefined && option('seed') === undefined
  return [`bin/${kind}`, name, ...args, ...(isSeedMissing ? [`--seed=${seed}`] : [])].join(' ')
}
