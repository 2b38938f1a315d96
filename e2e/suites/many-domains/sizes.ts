/** Size and load time of the configuration by number of hostnames. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasFlag, isQuick } from '../../support/command-line.ts'
import { percentile } from '../../support/report.ts'
import { loadUntilServed, type Served } from './served.ts'
import { configurationOf, type DomainsTestEnv, hostnameOf, plainConfigurationOf } from './test-env.ts'

const counts = isQuick ? [10, 100, 500] : [10, 50, 100, 200, 500, 1_000, 2_000]
const times = isQuick ? 2 : 5
const kept = join(import.meta.dirname, '../../../docs/explanation/proxy-loads.json')

/** Milliseconds are medians. */
export interface Row {
  hostnames: number
  kind: 'signed by the proxy' | 'own certificate' | 'plain reload'
  bytes: number
  loadMs: number
  servedMs: number
}

export async function measureSizes(testEnv: DomainsTestEnv): Promise<void> {
  const rows: Row[] = []
  const { certificate, dial } = testEnv
  const kinds: [Row['kind'], (count: number) => string][] = [
    ['signed by the proxy', (count) => configurationOf(count)],
    ['own certificate', (count) => configurationOf(count, certificate)],
    ['plain reload', (count) => plainConfigurationOf(count, dial)],
  ]
  for (const [kind, compile] of kinds)
    for (const count of counts) rows.push({ hostnames: count, kind, ...(await measure(testEnv, count, compile)) })
  for (const { kind, hostnames, bytes, loadMs, servedMs } of rows)
    console.error(`    ${hostnames} hostnames, ${kind}: ${bytes} bytes, load ${loadMs} ms, served after ${servedMs} ms`)
  const largest = counts.at(-1)
  for (const { kind, loadMs } of rows.filter(({ hostnames }) => hostnames === largest))
    testEnv.report.figure(`${kind.replaceAll(' ', '_')}_${largest}_load_ms`, loadMs)
  if (hasFlag('record')) await writeFile(kept, `${JSON.stringify(rows, null, 2)}\n`)
}

let version = 10_000

async function measure(
  testEnv: DomainsTestEnv,
  count: number,
  compile: (count: number) => string,
): Promise<Pick<Row, 'bytes' | 'loadMs' | 'servedMs'>> {
  const load = async (hostnames: number) => {
    version += 1
    return await loadUntilServed(testEnv, { json: compile(hostnames), version }, hostnameOf(hostnames - 1))
  }
  await load(count)
  const taken: Served[] = []
  // Adds one hostname each time, because a change is what is measured.
  for (let index = 1; index <= times; index += 1) taken.push(await load(count + index))
  const median = (key: 'loadMs' | 'servedMs') =>
    Math.round(
      percentile(
        taken.map((each) => each[key]),
        0.5,
      ),
    )
  return { bytes: compile(count).length, loadMs: median('loadMs'), servedMs: median('servedMs') }
}
