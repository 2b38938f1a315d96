/** Text that could become configuration, a header or a command is refused or stays text. */
import { makePayloads } from '../../support/payloads.ts'
import { ask } from '../../support/servers.ts'
import { askSite } from './ask.ts'
import { attach, type ProxyTestEnv } from './test-env.ts'

const hostname = 'hostile.example.com'
const hostnames = [
  'x`) || PathPrefix(`/', 'evil.com {', 'a\nb', '*', '*.example.com', 'xn--', 'a..b', '-a.example.com', '127.0.0.1',
  '[::1]', 'localhost', 'a.example.com:80', 'a.example.com/b', 'a.example.com\r\nX: y', 'a_b.example.com', 'com', 'co.uk',
  'a.example.com\u0000', 'ａ.example.com@evil', '{{7*7}}.example.com', '$(id).example.com', 'a'.repeat(64) + '.example.com',
] // biome-ignore format: a list
const headerText = [
  '\r\nSet-Cookie: a=b',
  '\nX-Evil: 1',
  '%0d%0aX-Evil: 1',
  '\u2028X-Evil: 1',
  '\u0000',
  '{http.request.host}',
]

export async function hostileText(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop } = testEnv
  const path = `/environments/${shop.environmentId}/domain`
  const { all, canary } = makePayloads('domains')
  await attach(testEnv, shop, { hostname, ssl: { mode: 'off' } })
  let tries = 0
  let taken = 0
  const refuse = async (body: Record<string, unknown>) => {
    tries += 1
    const answer = await ask(testEnv, 'POST', path, body)
    if (answer.status < 400) taken += 1
    if (answer.status >= 500 || answer.status < 400)
      report.expect(false, `${JSON.stringify(body).slice(0, 120)} is answered ${answer.status}`)
  }
  for (const text of [...hostnames, ...all]) await refuse({ hostname: text })
  for (const text of [
    ...headerText,
    ...all.map((each) => `/${each}`),
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    for (const rule of [
      { from: '/a', to: text },
      { from: text, to: '/b' },
    ])
      if (!isPlain(text)) await refuse({ hostname, redirects: { rules: [rule] } })
  for (const text of headerText)
    await refuse({ hostname, basicAuth: [{ username: `a:${text}`, password: 'long enough' }] })
  await stayText(testEnv, all)
  report.figure('hostile_tries', tries)
  report.figure('hostile_taken', taken)
  const left = await home.target.exec(['find', '/var/tmp', '-name', `${canary}*`])
  report.expect(left.stdout.trim() === '', `executed: ${left.stdout}`)
}

/** A path of letters and valid path characters is a path, whatever it looks like. */
function isPlain(text: string): boolean {
  return /^\/[A-Za-z0-9._~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@/-]*$/.test(text)
}

/** Pages and names can contain anything: they are returned unchanged and add no header. */
async function stayText(testEnv: ProxyTestEnv, all: readonly string[]): Promise<void> {
  const { report, home, shop } = testEnv
  const html = all.filter((text) => text.length < 1_000 && !text.includes('\u0000')).join('\n')
  await attach(testEnv, shop, { hostname, maintenance: { html } })
  const answer = await askSite(home, hostname, { headers: { accept: 'text/html' } })
  const isSame = answer.text === html || answer.status === 200
  report.expect(isSame, `the page comes back as another one: ${answer.status}`)
  report.expect(!Object.keys(answer.headers).some((name) => /evil|cookie/.test(name)), 'a header was added')
}
