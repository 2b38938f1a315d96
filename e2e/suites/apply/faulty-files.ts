/** Files with errors change nothing, and the message has line and column. Deletions need --prune. */
import type { ApplyTestEnv, Source } from './apply-test-env.ts'
import { secretsOf } from './secret-values.ts'

export async function refuseFaultyFiles(testEnv: ApplyTestEnv, { text, secrets: known }: Source): Promise<void> {
  const { cli, report, proxy } = testEnv
  const access = await testEnv.newOrganization()
  const environment = { ...access, ...secretsOf(text, known) }
  const run = async (content: string, ...args: string[]) =>
    await cli.call<{ items: { action: string; name: string }[] }>(
      ['apply', '-f', await testEnv.writeFile(content), '--yes', ...args],
      { environment },
    )
  const before = proxy.writes
  const faulty = {
    'instance.yaml:2:1': 'version: 1\nservres: []\n',
    'instance.yaml:3:9': 'version: 1\nservers:\n  - name: [a\n',
    'instance.yaml:6:5':
      'version: 1\nservers:\n  - name: a\n    host: a.example.com\n    username: root\n    jumpServer: nosuch\n',
    'instance.yaml:6:5 ':
      'version: 1\nservers:\n  - name: a\n    host: a.example.com\n    username: root\n    port: many\n',
    'instance.yaml:3:3': 'version: 1\ndomains:\n  - a.example.com\n  - A.example.com\n',
  }
  for (const [place, content] of Object.entries(faulty)) {
    const { code, stderr } = await run(content)
    const isPlaced = place.startsWith('instance.yaml:3:')
      ? /instance\.yaml:[34]:\d+/.test(stderr)
      : stderr.includes(place.trim())
    report.expect(code === 2 && isPlaced, `${JSON.stringify(content)} is refused at ${place}: ${code} ${stderr}`)
  }
  report.expect(proxy.writes === before, 'faulty files change nothing')
  const domains = (...names: string[]) => `version: 1\ndomains:\n${names.map((name) => `  - ${name}\n`).join('')}`
  await run(domains('one.example.net', 'two.example.net'))
  const kept = await run(domains('one.example.net'), '--json')
  report.expect(kept.code === 0 && kept.json.items.length === 0, `nothing is deleted without --prune: ${kept.stdout}`)
  const pruned = await run(domains('one.example.net'), '--prune', '--json')
  report.expect(
    pruned.code === 0 &&
      pruned.json.items.map(({ action, name }) => `${action} ${name}`).join() === 'delete two.example.net',
    `--prune deletes it: ${pruned.stdout}${pruned.stderr}`,
  )
  const exported = await testEnv.exportOf(access)
  report.expect(
    !exported.includes('two.example.net') && exported.includes('one.example.net'),
    'only the other one is left',
  )
  const recreated = await run(domains('one.example.net', 'two.example.net'))
  const after = await testEnv.exportOf(access)
  report.expect(
    recreated.code === 0 && after.includes('two.example.net'),
    `what was deleted is created again, though the key of its request is known: ${recreated.stderr}`,
  )
}
