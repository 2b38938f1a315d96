/** Invalid URLs, branches and commits: refused before git starts, or inert as arguments. */
import { SourceError } from '@longshore/source/git'
import type { TestEnv } from './test-env.ts'

export async function tryInputs(testEnv: TestEnv): Promise<void> {
  const { git, canary, report, server } = testEnv
  const { touch, port } = canary
  const commands = [
    `;touch ${touch}`,
    `$(touch ${touch})`,
    `\`touch ${touch}\``,
    `|touch ${touch}`,
    `\ntouch ${touch}\n`,
    `';touch ${touch};'`,
    `--upload-pack=touch ${touch}`,
    `--config=core.fsmonitor=touch ${touch}`,
    `--output=${touch}`,
    `-oProxyCommand=touch ${touch}`,
    `main\${IFS}x`,
    '../../../etc/passwd',
    'a\0b',
    '{{7*7}}',
    '__proto__',
    'x'.repeat(100_000),
    '\u001b]0;x\u0007',
  ]
  const urls = [
    `ext::sh -c touch% ${touch}`,
    'file:///etc',
    'fd::17',
    `ssh://-oProxyCommand=touch ${touch}/x`,
    '-u./x',
    `git@127.0.0.1:x.git`,
    `git://127.0.0.1:${port}/x`,
    `ftp://127.0.0.1:${port}/x`,
    '/etc',
    '.',
    '',
    'http://',
    'https:///x',
    `http://u:p@127.0.0.1:${port}/x.git`,
    `http://127.0.0.1:${port}@ok.example/x`,
    `http://127.0.0.1:${server.port}/x?y=1`,
    `http://127.0.0.1:${server.port}/x#y`,
    `http://127.0.0.1:${server.port}/a/../../b`,
    `http://127.0.0.1:${server.port}/%2e%2e/b`,
    `http://127.0.0.1:${server.port}/a%0ab`,
    `http://127.0.0.1:${server.port}/a%2fb`,
    `http://127.0.0.1:${server.port}/a\\b`,
    `http://[::1]:${port}/x.git`,
    `http://localhost:${port}/x.git`,
    `http://0x7f.1.example:${port}/x`,
    `http://[::ffff:127.0.0.1]:${port}/x.git`,
    `http://169.254.169.254/x.git`,
    `https://①②⑦.⓪.⓪.②:${port}/x.git`,
    `http://r.test.:${port}/x.git`,
    ...commands.map((text) => `http://127.0.0.1:${server.port}/x${text}.git`),
    ...commands,
  ]
  let refused = 0
  const mustFail = async (what: string, work: () => Promise<unknown>) => {
    const error = await work().then(
      () => 'worked',
      (caught: unknown) => caught,
    )
    if (
      report.expect(
        error instanceof SourceError,
        `${JSON.stringify(what.slice(0, 120))} ${error === 'worked' ? 'worked' : `ended with ${String(error)}`}`,
      )
    )
      refused += 1
  }
  const call = { signal: AbortSignal.timeout(120_000), deadlineMs: 10_000 }
  for (const url of urls) await mustFail(url, () => git.refs({ url, credential: null }, call))
  const remote = { url: server.url('none.git'), credential: null }
  for (const branch of [
    ...commands,
    '',
    '-',
    '--all',
    'HEAD^',
    'a..b',
    '*',
    'a b',
    '@',
    'refs/heads/*:refs/heads/*',
    '.lock',
    'a.lock',
    'HEAD:/etc/passwd',
  ])
    await mustFail(branch, () => git.fetch(remote, { branch }, call))
  for (const commit of [
    ...commands,
    '',
    'HEAD',
    'a'.repeat(39),
    'A'.repeat(40),
    `${'a'.repeat(40)}\n`,
    `${'a'.repeat(40)}^{tree}`,
  ])
    await mustFail(commit, () => git.fetch(remote, { commit }, call))
  for (const alarm of await canary.alarms('')) report.expect(false, `inputs: ${alarm}`)
  report.figure('inputs_refused', refused)
}
