/** A command runs while a restore is killed in every step: it starts once, and none of its output is lost. */
import { judgeLines, type LineTally, runCommand } from '../../support/kills/programs.ts'
import { killInEachStep, type Tally } from './restore.ts'

const lines = 8_000
const script = `
console.log('start')
let number = 0
const timer = setInterval(() => {
  console.log('command ' + number)
  number += 1
  if (number >= ${lines}) clearInterval(timer)
}, 5)
`

export async function killUnderCommand(tally: Tally, lineTally: LineTally): Promise<void> {
  const { data, report } = tally
  const running = runCommand(data.testEnv, ['node', '-e', script])
  await killInEachStep(tally)
  const { text, exitCode } = await running
  const starts = text.split('\n').filter((line) => line === 'start').length
  report.expect(starts === 1, `the command was started ${starts} times`)
  report.expect(exitCode === 0, `the command ended with ${exitCode}: ${text.slice(-500)}`)
  judgeLines(lineTally, 'command', text, lines)
}
