/** Odd but valid values, and every payload that is one, arrive byte for byte: as variables and as command arguments. */
import { Random } from '../../support/random.ts'
import { mustAsk } from '../../support/servers.ts'
import { deploy, findContainers, type TestEnv, webService } from './test-env.ts'

const pieces = [
  ' ', '\t', '\n', '\r\n', '"', "'", '`', '\\', '$', '$(id)', '${HOME}', '%s', '#', '=', '==', ';', '&', '|', '<', '>', '*', '?', '!', '~',
  '{}', '[]', '--', '-e', 'é', 'ﬀ', '漢字', '💩', '\u200b', '\u2028', '\u202e', '\ufeff', '\u0085', '\u0001', '\u001b[31m', '\u007f', 'a', 'Z', '0', '',
] // biome-ignore format: a list

// biome-ignore lint/suspicious/noControlCharactersInRegex: words of commands have none
const hasControl = /[\u0000-\u001f\u007f]/

const maxCommandLength = 2_000

export function makeValues(count: number, seed: number): string[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, index) => {
    const length = index % 40 === 39 ? 5_000 : index % 12
    return Array.from({ length }, () => random.pick(pieces)).join('')
  })
}

export async function proveValues(
  testEnv: TestEnv,
  payloads: readonly string[],
  values: readonly string[],
): Promise<void> {
  const { report, environmentId } = testEnv
  const all = [...values, ...payloads.filter((each) => !each.includes('\u0000') && each.length <= 65_536)]
  const variables = all.map((value, index) => ({
    key: `VALUE_${index}`,
    value,
    secret: index % 2 === 0,
    scope: 'runtime',
  }))
  for (let at = 0; at < variables.length; at += 100)
    await mustAsk(testEnv, 'POST', `/environments/${environmentId}/variables`, {
      variables: variables.slice(at, at + 100),
    })
  const args = all.filter((each) => each !== '' && each.length <= 2_000 && !hasControl.test(each)).slice(-80)
  const services = [
    {
      ...webService,
      command: ['node', 'server.js', ...args],
      releaseCommand: ['node', 'release.js', ...args],
      watchPaths: args.filter((each) => each.length <= 1_000),
      volumes: [{ name: 'data', path: '/data/$(touch x) `y` é' }],
    },
    { name: 'jobs', kind: 'worker', sharesImageWith: 'web', command: shellText(args) },
  ]
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/services`, { services })
  const deployment = await deploy(testEnv)
  if (
    !report.expect(deployment.status === 'live', `it deploys: ${JSON.stringify(deployment.error ?? deployment.status)}`)
  )
    return
  const [container = ''] = await findContainers(testEnv.target, ['longshore.service=web', 'longshore.role=app'])
  const found = await readVariables(testEnv, container)
  const wrong = variables.filter(({ key, value }) => found.get(key) !== value)
  report.expect(wrong.length === 0, `changed on the way: ${JSON.stringify(wrong.slice(0, 3)).slice(0, 500)}`)
  const seen = await testEnv.target.mustExec(['docker', 'exec', container, 'cat', '/tmp/arguments.json'])
  report.expect(seen === JSON.stringify(args), `words of commands arrive as they are: ${seen.slice(0, 300)}`)
  report.figure('values', variables.length - wrong.length)
  report.figure('words', args.length)
}

/** The longest allowed command. A string is for the shell inside the container, and for no other. */
function shellText(args: readonly string[]): string {
  let text = 'sleep 600'
  for (const word of args) {
    // Most words aren't programs. Their result doesn't matter, and the next one follows.
    const longer = `sh -c '${word.replaceAll("'", "'\\''")}' < /dev/null > /dev/null 2>&1 & ${text}`
    if (longer.length <= maxCommandLength) text = longer
  }
  return text
}

/** As the kernel stores them: bytes, terminated by NUL. */
async function readVariables({ target }: TestEnv, container: string): Promise<Map<string, string>> {
  const base64 = await target.mustExec(['docker', 'exec', container, 'base64', '--wrap=0', '/proc/1/environ'])
  const entries = Buffer.from(base64, 'base64').toString('utf8').split('\0')
  return new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]))
}
