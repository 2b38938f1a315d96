import { expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import type { BuiltFile } from './dashboard/read-files.ts'
import { registerProblemPages } from './problem-pages.ts'
import { createHttpServer } from './server.ts'

const codes = [
  {
    code: 'not_found',
    title: 'Not found',
    status: 404,
    cause: 'There is no "such" thing.',
    remedy: 'Use <id> & retry.',
  },
  { code: 'crash_loop', title: 'The app crashes', status: null, cause: 'It ended.', remedy: 'Read its log.' },
  { code: 'crash_loop', title: 'The job crashes', status: null, cause: 'It ended too.', remedy: 'Read that log.' },
]
const index: BuiltFile = {
  path: '/index.html',
  type: 'text/html',
  etag: 'e',
  forms: new Map([['identity', Buffer.from('<div id="root"></div>')]]),
}
const browser = { accept: 'text/html,*/*;q=0.8' }
const program = { accept: '*/*' }

async function start(files: readonly BuiltFile[]) {
  const refuse = () => Promise.reject(new Error('no one is asked'))
  const log = createLog({ level: 'silent', process: 'api' })
  const dashboard = createDashboard(files)
  const app = createHttpServer({
    log,
    accessLog: log,
    authenticator: { authenticateActor: refuse, authenticateUser: refuse, authenticateVisitor: refuse },
    findProjectOf: refuse,
    description: {
      title: 'test',
      version: '0',
      description: '',
      tags: [],
      groups: [],
      problems: {},
      examples: () => ({}),
    },
    trustProxy: [],
    corsOrigins: [],
    https: false,
    requestsPerMinute: 100,
    dashboard,
    observe: () => undefined,
  })
  registerProblemPages(app, codes, dashboard)
  return app
}

test('serves the dashboard page to a browser, also for deployment failures', async () => {
  const app = await start([index])
  for (const code of ['not_found', 'crash_loop']) {
    const answer = await app.inject({ url: `/problems/${code}`, headers: browser })
    expect([answer.statusCode, answer.body]).toEqual([200, '<div id="root"></div>'])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

test('serves programs plain HTML with every meaning of the code, escaped', async () => {
  const app = await start([index])
  const one = await app.inject({ url: '/problems/not_found', headers: program })
  expect(one.body).toContain('There is no &quot;such&quot; thing.')
  expect(one.body).toContain('Use &lt;id&gt; &amp; retry.')
  expect(one.body).toContain('HTTP 404')
  const two = await app.inject({ url: '/problems/crash_loop', headers: program })
  expect(two.body).toMatch(/The app crashes.*The job crashes/s)
})

test("serves browsers plain HTML if the dashboard isn't built", async () => {
  const app = await start([])
  const answer = await app.inject({ url: '/problems/crash_loop', headers: browser })
  expect([answer.statusCode, answer.body.includes('The app crashes')]).toEqual([200, true])
})

test.each([browser, program])('returns 404 for an unknown code', async (headers) => {
  const app = await start([index])
  for (const code of ['none', '__proto__', 'constructor']) {
    const answer = await app.inject({ url: `/problems/${code}`, headers })
    expect(answer.statusCode).toBe(404)
  }
})
