/**
 * Exceptions of a check are in one file, `tools/exceptions/NAME.json`, each for one exact path and with a reason. An
 * exception that no longer excuses anything is a finding, so the list can't become stale.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Finding {
  path: string
  rule: string
  text: string
}

interface Exception {
  path: string
  rule: string
  reason: string
}

export async function withoutExceptions(name: string, found: readonly Finding[]): Promise<string[]> {
  const file = join(import.meta.dirname, 'exceptions', `${name}.json`)
  const exceptions: Exception[] = JSON.parse(await readFile(file, 'utf8'))
  const isExcused = (finding: Finding) => exceptions.some((each) => covers(each, finding))
  return [
    ...found.filter((finding) => !isExcused(finding)).map((each) => `${each.rule}: ${each.text}`),
    ...exceptions
      .filter((each) => each.reason.length < 20)
      .map((each) => `exception: ${each.path} (${each.rule}) needs a reason`),
    ...exceptions
      .filter((each) => !found.some((finding) => covers(each, finding)))
      .map((each) => `exception: ${each.path} (${each.rule}) excuses nothing any more; remove it from ${name}.json`),
  ]
}

function covers(exception: Exception, finding: Finding): boolean {
  return exception.path === finding.path && exception.rule === finding.rule
}
