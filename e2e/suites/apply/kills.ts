/** Kills the CLI, and sometimes the api, at random changes of an apply. Each run continues where the last one stopped. */
import { once } from 'node:events'
import type { Random } from '../../support/random.ts'
import type { Access, ApplyTestEnv, Source } from './apply-test-env.ts'
import type { Moment } from './counting-proxy.ts'
import { firstDifference } from './round-trip.ts'
import { secretsOf } from './secret-values.ts'

const moments: readonly Moment[] = ['before', 'sent', 'answered']
const mostKillsPerOrganization = 12
const apiShare = 0.15

interface Tally {
  kills: number
  apiKills: number
  converged: number
  rounds: number
}

export async function killInTheMiddle(
  testEnv: ApplyTestEnv,
  source: Source,
  { random, count }: { random: Random; count: number },
): Promise<void> {
  const { report } = testEnv
  const secrets = secretsOf(source.text, source.secrets)
  const file = await testEnv.writeFile(source.text)
  const tally: Tally = { kills: 0, apiKills: 0, converged: 0, rounds: 0 }
  while (tally.kills + tally.apiKills < count) {
    const access = await testEnv.newOrganization()
    const left = Math.min(mostKillsPerOrganization, count - tally.kills - tally.apiKills)
    for (let number = 0; number < left; number += 1)
      if (!(await killOnce(testEnv, { access, file, secrets, random, tally }))) break
    await finish(testEnv, { access, file, secrets, tally, text: source.text })
  }
  report.figure('kills', tally.kills + tally.apiKills)
  report.figure('api_kills', tally.apiKills)
  report.figure('rounds', tally.rounds)
  report.figure('converged', tally.converged)
  report.expect(tally.converged === tally.rounds, `${tally.converged} of ${tally.rounds} organizations converged`)
}

interface Run {
  readonly access: Access
  readonly file: string
  readonly secrets: Record<string, string>
  readonly tally: Tally
}

/** Returns false if the apply ended before the chosen change. */
async function killOnce(
  testEnv: ApplyTestEnv,
  { access, file, secrets, tally, random }: Run & { random: Random },
): Promise<boolean> {
  const { proxy, to } = testEnv
  const chosen = proxy.writes + 1 + random.below(10)
  const moment = random.pick(moments)
  const isApi = random.chance(apiShare)
  const child = testEnv.start(access, ['apply', '-f', file, '--yes'], secrets)
  const ended = once(child, 'close')
  let isKilled = false
  proxy.onWrite = async (now, write) => {
    if (isKilled || write !== chosen || now !== moment) return
    isKilled = true
    if (!isApi) {
      child.kill('SIGKILL')
      return
    }
    await to.api.stop('SIGKILL')
    await to.startApi()
  }
  await ended
  proxy.onWrite = () => undefined
  if (!isKilled) return false
  if (isApi) tally.apiKills += 1
  else tally.kills += 1
  return true
}

async function finish(
  testEnv: ApplyTestEnv,
  { access, file, secrets, tally, text }: Run & { text: string },
): Promise<void> {
  const { cli, report, proxy } = testEnv
  const environment = { ...access, ...secrets }
  tally.rounds += 1
  const last = await cli.call(['apply', '-f', file, '--yes'], { environment })
  const exported = await testEnv.exportOf(access)
  const before = proxy.writes
  const again = await cli.call(['apply', '-f', file, '--yes'], { environment })
  const isSame = exported === text
  report.expect(last.code === 0, `the run after the kills: ${last.code} ${last.stderr.slice(-500)}`)
  report.expect(isSame, `the same export after kills: ${firstDifference(text, exported)}`)
  report.expect(
    again.code === 0 && proxy.writes === before,
    `no change is left: ${again.code} ${proxy.log.slice(before).join()}`,
  )
  if (last.code === 0 && isSame && proxy.writes === before) tally.converged += 1
  process.stderr.write(`  kills ${tally.kills + tally.apiKills}, organizations ${tally.rounds}\n`)
}
