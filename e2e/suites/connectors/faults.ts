/** Vendors that misbehave: a test reports it within ten seconds, redirects aren't followed, and the next test succeeds. */
import type { ConnectorTest } from '@longshore/sdk'
import { type HttpVendorKind, httpVendorKinds } from '../../../apps/server/src/testing/vendors/vendors.ts'
import type { Answer } from '../../support/client.ts'
import { ask, configsFor, createConnector, type TestEnv } from '../../support/notifications/connectors-test-env.ts'
import type { VendorFault, VendorServer } from '../../support/vendors.ts'

interface Case {
  fault: VendorFault
  /** Null if no response came. */
  status: number | null
  /** The response's text about it. */
  error: RegExp
}

const ownTexts = { late: /in time/, broken: /cut off/, large: /larger/, redirect: /doesn't follow/ }

function casesWith(insidePort: number): Record<string, Case> {
  const location = `http://127.0.0.1:${insidePort}/`
  return {
    'never answers': { fault: { end: 'silence' }, status: null, error: ownTexts.late },
    'never ends': { fault: { end: 'drip' }, status: null, error: ownTexts.late },
    'cuts the connection': { fault: { end: 'reset' }, status: null, error: ownTexts.broken },
    'a huge answer': { fault: { bytes: 64 << 20 }, status: null, error: ownTexts.large },
    'announced as huge': { fault: { headers: { 'content-length': '999999999' } }, status: null, error: ownTexts.large },
    '429': { fault: { status: 429, headers: { 'retry-after': '7' } }, status: 429, error: /rate-limiting/ },
    '500': { fault: { status: 500, text: 'leaked-123' }, status: 500, error: /500/ },
    '503': { fault: { status: 503, headers: { 'retry-after': '3' } }, status: 503, error: /503/ },
    '404': { fault: { status: 404, text: 'leaked-123' }, status: 404, error: /doesn't (?:exist|know)/ },
    '401': { fault: { status: 401, text: 'leaked-123' }, status: 401, error: /credential|token/ },
    '301': { fault: { status: 301, headers: { location } }, status: 301, error: ownTexts.redirect },
    '302': { fault: { status: 302, headers: { location } }, status: 302, error: ownTexts.redirect },
    '307': { fault: { status: 307, headers: { location } }, status: 307, error: ownTexts.redirect },
    '308': { fault: { status: 308, headers: { location } }, status: 308, error: ownTexts.redirect },
  }
}

/** These vendors respond with nothing but success, so another program in their place can't be detected. */
const saysNothing: ReadonlySet<HttpVendorKind> = new Set(['teams', 'webhook'])
const withinMs = 10_000

export async function proveFaults(testEnv: TestEnv): Promise<void> {
  const { report, inside } = testEnv
  const cases = casesWith(inside.port)
  const before = inside.visits.length
  const longest = await Promise.all(httpVendorKinds.map((kind) => proveKind(testEnv, kind, cases)))
  report.expect(inside.visits.length === before, `a redirect was followed ${inside.visits.length - before} times`)
  report.figure('faults', httpVendorKinds.length * (Object.keys(cases).length + 1))
  report.figure('longest_test_ms', Math.round(Math.max(...longest)))
}

async function proveKind(testEnv: TestEnv, kind: HttpVendorKind, cases: Record<string, Case>): Promise<number> {
  const { report, vendors } = testEnv
  const vendor = vendors.of(kind)
  const { id, secret } = await createConnector(testEnv, { kind, config: configsFor(vendors)[kind] })
  if (secret !== null) vendors.webhookKey = secret
  let longestMs = 0
  const test = async () => {
    const started = performance.now()
    const answer = await ask<ConnectorTest>(testEnv, 'POST', `/${id}/test`)
    longestMs = Math.max(longestMs, performance.now() - started)
    report.expect(!answer.text.includes('leaked'), `${kind}: the answer of the other side is quoted`)
    return answer
  }
  for (const [name, { fault, status, error }] of Object.entries(cases)) {
    vendor.fault = fault
    const { body } = await test()
    const isRight = body.ok === false && body.status === status && error.test(String(body.error))
    report.expect(isRight, `${kind}: ${name} becomes ${JSON.stringify(body)}`)
    // A success in between resets the channel, so that earlier failures don't suspend it.
    vendor.fault = null
    const well = await test()
    report.expect(well.body.ok === true, `${kind}: after ${name} it does not recover: ${well.text}`)
  }
  await proveTruth(kind, { report, vendor, test })
  vendor.fault = { status: 200, text: '<html>Sign in</html>', headers: { 'content-type': 'text/plain' } }
  const { body } = await test()
  report.expect(body.ok === saysNothing.has(kind), `${kind}: 200 of another program becomes ${JSON.stringify(body)}`)
  vendor.fault = null
  report.expectTime(longestMs <= withinMs, `${kind}: a test took ${Math.round(longestMs)} ms`)
  await ask(testEnv, 'DELETE', `/${id}`)
  return longestMs
}

/** A test reports the current result, however often the channel failed before. */
async function proveTruth(
  kind: HttpVendorKind,
  {
    report,
    vendor,
    test,
  }: { report: TestEnv['report']; vendor: VendorServer; test: () => Promise<Answer<ConnectorTest>> },
): Promise<void> {
  vendor.fault = { status: 500 }
  for (let turn = 0; turn < 7; turn += 1) {
    const { body } = await test()
    report.expect(body.status === 500, `${kind}: failure ${turn} in a row becomes ${JSON.stringify(body)}`)
  }
}
