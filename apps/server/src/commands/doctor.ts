/**
 * `doctor [--json]`: checks the whole installation and explains how to fix problems. It changes nothing. Exit code 0: no fault,
 * possibly warnings; 1: a fault; 2: invalid arguments. It runs whatever is wrong, even with settings that no other
 * process would start with.
 */
import { createRedactor } from '../platform/secrets/redactor.ts'
import { version } from '../version.ts'
import { checks } from './doctor/checks.ts'
import { DoctorContext } from './doctor/doctor-context.ts'
import { runChecks } from './doctor/run-checks.ts'
import { readUsableSettings } from './doctor/usable-settings.ts'
import { exitCodeOf, writeJson, writeText } from './doctor/write-report.ts'

const closeTimeoutMs = 2_000

export async function runDoctor(args: readonly string[]): Promise<void> {
  if (args.some((arg) => arg !== '--json')) {
    process.stderr.write('longshore-server doctor [--json]\n')
    process.exitCode = 2
    return
  }
  const context = new DoctorContext(readUsableSettings())
  const results = await runChecks(checks, context)
  const text = args.includes('--json') ? writeJson(results, { version, checkedAt: new Date() }) : writeText(results)
  // The checks quote no secret, but messages of other programs might.
  const shown = createRedactor(context.secrets()).text(text)
  await Promise.race([context[Symbol.asyncDispose](), new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))])
  // A check that hung may still have an open connection, which must not keep the process alive.
  process.stdout.write(shown, () => process.exit(exitCodeOf(results)))
}
