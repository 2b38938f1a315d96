/**
 * Checks the examples of the documentation: runs blocks marked `run`, parses JSON and YAML, validates longshore.yaml
 * files with the command line's check, and verifies that commands, options, and API operations exist.
 */
import { checkLongshoreFile } from '../apps/cli/src/longshore-file/check-file.ts'
import { type ApiDocument, readApi } from './docs/api-document.ts'
import { callOf, callsInText, isOperation } from './examples/api-calls.ts'
import { type Fence, readFences } from './examples/fences.ts'
import { findFault, readServerCommands } from './examples/longshore-commands.ts'
import { isRun, runFences } from './examples/run-fences.ts'
import { readCommands } from './examples/shell-words.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'

interface Known {
  api: ApiDocument
  serverCommands: ReadonlySet<string>
}

const shells = new Set(['sh', 'bash', 'shell'])

if (import.meta.main) {
  const { findings, seeds, figures } = await checkExamples()
  finishCheck('examples', { findings, seeds, figures })
}

export async function checkExamples(): Promise<{
  findings: string[]
  seeds: Seed[]
  figures: Record<string, number>
}> {
  const files = await readFiles(
    /^(?:docs\/.+|README|CONTRIBUTING|ARCHITECTURE|(?:packages\/sdk|apps\/cli)\/README)\.md$/,
    {
      maxBytes: 1 << 20,
    },
  )
  const known = { api: await readApi(), serverCommands: await readServerCommands() }
  const findings: string[] = []
  let examples = 0
  let ran = 0
  let calls = 0
  for (const file of files) {
    const fences = readFences(file.path, file.text)
    examples += fences.length
    ran += fences.filter(isRun).length
    calls += callsInText(withoutFences(file.text)).length
    findings.push(...(await checkPage(file, known)))
  }
  return { findings, seeds: await seedFaults(known), figures: { pages: files.length, examples, ran, calls } }
}

async function checkPage({ path, text }: SourceFile, known: Known): Promise<string[]> {
  const fences = readFences(path, text)
  const inText = callsInText(withoutFences(text))
    .filter((call) => !isOperation(call, known.api))
    .map(({ method, path: called }) => `${path}: the API has no ${method} ${called}`)
  const ran = fences.some(isRun) ? await runFences(fences) : []
  return [...fences.flatMap((fence) => checkFence(fence, known)), ...inText, ...ran]
}

function checkFence(fence: Fence, known: Known): string[] {
  const where = `${fence.page}:${fence.line}`
  if (fence.language === 'json') return checkJson(fence.text).map((fault) => `${where}: ${fault}`)
  if (fence.language === 'yaml') return checkYaml(fence).map((fault) => `${where}: ${fault}`)
  return shells.has(fence.language) ? checkShell(fence, known) : []
}

function checkJson(text: string): string[] {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    return [`is no JSON: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** A file of another program only has to be YAML: then only the faults without a field count. */
function checkYaml({ text, args }: Fence): string[] {
  const isOurs = args.includes('longshore.yaml') || (/^version: 1$/m.test(text) && /^services:$/m.test(text))
  return checkLongshoreFile(text)
    .filter(({ field }) => isOurs || field === '')
    .map(({ line, field, message }) => `line ${line}: ${field} ${message}`)
}

function checkShell({ page, line, text }: Fence, { api, serverCommands }: Known): string[] {
  try {
    return readCommands(text, line).flatMap((command) => {
      const where = `${page}:${command.line}`
      const fault = findFault(command, serverCommands)
      const call = callOf(command)
      const wrong = call !== undefined && !isOperation(call, api) ? [`the API has no ${call.method} ${call.path}`] : []
      return [...(fault === undefined ? [] : [fault]), ...wrong].map((each) => `${where}: ${each}`)
    })
  } catch (error) {
    return [`${page}:${line}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function withoutFences(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
}

async function seedFaults(known: Known): Promise<Seed[]> {
  const isCaught = async (what: string, ...lines: string[]) => {
    const findings = await checkPage({ path: 'seeded.md', text: lines.join('\n') }, known)
    return { what, caught: findings.length > 0 }
  }
  const block = (language: string, ...lines: string[]) => [`\`\`\`${language}`, ...lines, '```']
  const good = await isCaught(
    '',
    ...block('sh run', 'longshore init --port 8080', 'longshore init --check'),
    ...block(
      'sh',
      'curl -s "$api/servers/$server" -H "$auth" # a comment',
      "LONGSHORE_ENVIRONMENT=a longshore deploy -e 'b c' 2>/dev/null >x",
    ),
    ...block('json', '{ "a": 1 }'),
    '`DELETE /environments/:id`',
  )
  return [
    await isCaught('run that fails', ...block('sh run', 'false')),
    await isCaught('failure in a pipe', ...block('sh run', 'false | true')),
    await isCaught('variable that is not there', ...block('sh run', 'echo "$seeded"')),
    await isCaught('wrong JSON', ...block('json', '{ a: 1 }')),
    await isCaught('wrong YAML', ...block('yaml', 'a: [1')),
    await isCaught('wrong longshore.yaml', ...block('yaml', 'version: 1', 'services:', '  web: { prot: 80 }')),
    await isCaught('unknown command', ...block('sh', 'longshore deplyo')),
    await isCaught('unknown option', ...block('sh', 'a=b longshore deploy --folow | cat')),
    await isCaught('unknown command in a value', ...block('sh', 'x=$(longshore env lst)')),
    await isCaught('unknown command of the server', ...block('sh', 'docker compose exec api longshore-server migrat')),
    await isCaught('unknown path', ...block('sh', 'curl -s \\', '  "$API/enviroments"')),
    await isCaught('wrong method', ...block('sh', 'curl -X DELETE https://x.example/api/v1/events')),
    await isCaught('misspelt name in place of an id', ...block('sh', 'curl $api/servers/test-conection -d {}')),
    await isCaught('unknown path in the text', 'Call `POST /environments/:id/promotions`.'),
    { what: 'good example, which is allowed,', caught: !good.caught },
  ]
}
