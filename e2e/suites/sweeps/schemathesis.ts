/** schemathesis, an independent tester, reads the OpenAPI description and searches for responses that violate it. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAddress, signUp } from '../../support/client.ts'
import { isQuick } from '../../support/command-line.ts'
import { inPart } from './part.ts'
import { check, type Stage } from './stage.ts'

const checks = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_headers_conformance',
  'response_schema_conformance', 'negative_data_rejection', 'missing_required_header', 'unsupported_method',
  'allow_header_conformance', 'ignored_auth'] // biome-ignore format: a list
// Not `positive_data_acceptance`: one-time tokens and If-Match cannot be guessed from a schema, so good-looking requests are
// refused; the sweep of answers makes every operation succeed instead.

/** Operations that it cannot call, each covered by the other sweeps. */
const excluded: Record<string, (stage: Stage) => string[]> = {
  'a stream has no end': (stage) => stage.api.operations.filter((each) => each.isStream).map(({ id }) => id),
  'ends the session that the run needs': () => ['logout'],
  'takes dumps, which it cannot write': () => ['importSql'],
}

const quick = ['--phases', 'examples,fuzzing', '--max-examples', '3', '--no-shrink']
const full = ['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '50']
const seed = 1
const timeoutMs = isQuick ? 400_000 : 3_600_000

interface Outcome {
  complete: boolean
  operations: { selected: number; tested: number; errored: number }
  test_cases: { generated: number; unique_failures: number; errored: number }
  errors: unknown[]
}

export async function runSchemathesis(stage: Stage): Promise<void> {
  const home = process.env.SCHEMATHESIS_HOME ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'longshore-schemathesis-'))
  try {
    const person = await signUp(stage.instance)
    const left = Object.values(excluded).flatMap((list) => list(stage))
    const taken = inPart(stage.api.operations.filter(({ id }) => !left.includes(id)))
    const { code, output } = await run(
      join(home, 'bin/schemathesis'),
      [
        'run',
        join(import.meta.dirname, '../../../apps/server/openapi.json'),
        ...['--url', stage.instance.url, '--seed', String(seed), '--workers', '1', '--request-timeout', '30'],
        ...['--header', `Authorization: Bearer ${person.token}`, '--header', `X-Forwarded-For: ${newAddress()}`],
        ...['--checks', checks.join(), '--generation-database', 'none', '--no-color'],
        ...['--report', 'json', '--report-json-path', join(folder, 'report.json')],
        ...taken.flatMap(({ id }) => ['--include-operation-id', id]),
        ...(isQuick ? quick : full),
      ],
      folder,
    )
    if (!check(stage, code === 0, `schemathesis ended with ${code}`)) console.error(output.slice(-8_000))
    // Stopped before it could write its report.
    if (code === -1) return
    const outcome: Outcome = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    const { operations, test_cases: cases } = outcome
    const expected = taken.length
    check(
      stage,
      outcome.complete && operations.tested === expected,
      `schemathesis tested ${operations.tested} of ${expected}`,
    )
    check(
      stage,
      cases.unique_failures === 0 && outcome.errors.length === 0,
      `schemathesis found ${cases.unique_failures} faults`,
    )
    stage.report.figure('schemathesis', cases.generated)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(program: string, args: string[], folder: string): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-1_000_000)
    })
  const [code] = await once(child, 'exit')
  return { code: typeof code === 'number' ? code : -1, output }
}
