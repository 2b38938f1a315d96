/**
 * Reads every compose file below a folder, such as a collection of templates, and counts those that Longshore takes as
 * they are: readable, with a service, and without a key that it refuses. Those that need the permission of an operator
 * are counted apart.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import type { Report } from '../../support/report.ts'

const maxFiles = 10_000
const maxBytes = 1_000_000
const shownCauses = 60

export async function countPassing(report: Report, folder: string): Promise<void> {
  const files = await findFiles(folder)
  const causes = new Map<string, number>()
  let passed = 0
  let needing = 0
  for (const file of files) {
    const { causes: found, needsAllowance } = await readVerdict(await readFile(file, 'utf8'))
    if (found.size === 0 && needsAllowance) needing += 1
    else if (found.size === 0) passed += 1
    for (const cause of found) causes.set(cause, (causes.get(cause) ?? 0) + 1)
  }
  const sorted = [...causes].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
  for (const [cause, count] of sorted.slice(0, shownCauses)) console.log(`${String(count).padStart(5)}  ${cause}`)
  report.figure('files', files.length)
  const share = (count: number) => `${((100 * count) / Math.max(files.length, 1)).toFixed(1)}%`
  report.figure('passes', passed)
  report.figure('share that passes', share(passed))
  report.figure("passes with an operator's allowance", passed + needing)
  report.figure("share that passes with an operator's allowance", share(passed + needing))
  report.expect(files.length > 0, `there is no compose file below ${folder}`)
}

async function findFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .slice(0, maxFiles)
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  return paths.filter((_, index) => (sizes[index] ?? 0) <= maxBytes)
}

/** Without causes, the file passes. */
async function readVerdict(text: string): Promise<{ causes: Set<string>; needsAllowance: boolean }> {
  const { warnings, services, databases } = await analyze(treeOf({ 'compose.yaml': text }))
  const causes = warnings
    .filter(({ code }) => code === 'compose_key_refused' || code === 'compose_unreadable')
    .map(({ message }) => message.replace(/^(?:service|volume|network) [^:]{1,80}: /, ''))
  return {
    causes: new Set(services.length + databases.length === 0 ? [...causes, 'no service'] : causes),
    needsAllowance: warnings.some(({ code }) => code === 'compose_needs_allowance'),
  }
}
