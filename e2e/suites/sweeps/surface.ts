/** Endpoints in addition to the operations: health, problem pages, the API reference for signed-in people; and CORS, which is off. */
import { newAddress, password } from '../../support/client.ts'
import { exchange, type Received } from '../../support/exchange.ts'
import { freePorts } from '../../support/free-ports.ts'
import { inspectHeaders, inspectLeaks, inspectProblem } from '../../support/inspect-response.ts'
import { ServerProcess } from '../../support/server-process.ts'
import { must } from '../../support/setting.ts'
import { check, codeOf, type Stage } from './stage.ts'

const documentation = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html',
  '/api/docs/static/swagger-ui.css', '/api/openapi.json', '/api/docs/static/swagger-initializer.js'] // biome-ignore format: a list
/** Paths below the reference's folder: no one can read them, and only signed-in users learn that they don't exist. */
const outside = ['/api/docs/static/..%2f..%2fpackage.json', '/api/docs/static/%2e%2e/%2e%2e/package.json',
  '/api/docs/static/../../../../../../../../etc/passwd'] // biome-ignore format: a list
const unknown = ['/api', '/api/', '/api/v1', '/api/v1/', '/api/v2/auth/me', '/metrics', '/favicon.ico', '/.env', '/.git/config',
  '/server-status', '/graphql', '/admin', '/health', '/health/', '/health/live/x', '/problems', '/problems/', '/problems/nothing',
  '/problems/__proto__', '/robots.txt', '/swagger', '/openapi.json', '/debug/pprof'] // biome-ignore format: a list

export async function sweepSurface(stage: Stage): Promise<void> {
  const { url } = stage.instance
  const get = (path: string, headers = {}, method = 'GET') => exchange(url, { method, path, headers })
  await checkOpenPages(stage, get)
  await checkReference(stage, get)
  expectDashboard(stage, await get('/'))
  for (const path of unknown) expectNothing(stage, path, await get(path))
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'GET',
      'x-forwarded-for': newAddress(),
    }
    const answer = await get('/api/v1/auth/me', headers, method)
    const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
    check(stage, granted.length === 0, `${method} from another origin is granted ${granted.join()}`)
  }
  await sweepProduction(stage)
}

async function checkOpenPages(stage: Stage, get: (path: string) => Promise<Received>): Promise<void> {
  const live = await get('/health/live')
  check(stage, live.text === '{"status":"ok"}', `/health/live returns ${live.text}`)
  for (const path of ['/health/live', '/health/ready', '/problems/not_found'])
    for (const fault of inspectHeaders(await get(path))) check(stage, false, `${path}: ${fault}`)
}

type Get = (path: string, headers?: Record<string, string>) => Promise<Received>

/** A token gives access, and so does a browser's session cookie. */
async function checkReference(stage: Stage, get: Get): Promise<void> {
  await expectSignIn(stage, get)
  const signedIn = { authorization: `Bearer ${stage.self.token}` }
  for (const path of outside) expectNothing(stage, path, await get(path, signedIn))
  const description = await get('/api/openapi.json', signedIn)
  check(stage, description.text === JSON.stringify(JSON.parse(stage.api.text)), 'the served description is another one')
  const login = { body: { email: stage.self.email, password } }
  const { body } = await must(stage.instance, 'POST', '/api/v1/auth/login', login)
  const page = await get('/api/docs/', { cookie: `longshore_refresh=${body.refreshToken}` })
  check(stage, page.status === 200, `/api/docs/ answers ${page.status}`)
  const policy = String(page.headers['content-security-policy'])
  check(
    stage,
    /default-src 'none'/.test(policy) && !/script-src[^;]*unsafe/.test(policy),
    `/api/docs/ has the policy ${policy}`,
  )
}

async function expectSignIn(stage: Stage, get: Get): Promise<void> {
  for (const path of [...documentation, ...outside]) {
    const answer = await get(path)
    check(stage, answer.status === 401 && codeOf(answer) === 'unauthenticated', `${path} answers ${answer.status}`)
    for (const fault of [...inspectProblem(answer, stage.api.schemas), ...inspectHeaders(answer)])
      check(stage, false, `${path}: ${fault}`)
  }
  const { status, headers } = await get('/api/docs/', { accept: 'text/html' })
  const isSent = status === 302 && headers.location === '/sign-in?next=%2Fapi%2Fdocs%2F'
  check(stage, isSent, `/api/docs/ answers a browser ${status}, ${headers.location}`)
}

/** The only page outside of the API. Caches must revalidate it, and it runs only its own script. */
function expectDashboard(stage: Stage, answer: Received): void {
  const reported = `/ answers ${answer.status}, ${answer.headers['content-type']}`
  check(stage, answer.status === 200 && /^text\/html/.test(String(answer.headers['content-type'])), reported)
  for (const fault of [...inspectHeaders(answer, { 'cache-control': /^no-cache$/ }), ...inspectLeaks(answer)])
    check(stage, false, `/: ${fault}`)
  const policy = String(answer.headers['content-security-policy'])
  check(stage, /script-src 'self';/.test(policy) && !policy.includes('unsafe'), `/ has the policy ${policy}`)
}

function expectNothing(stage: Stage, path: string, answer: Received): void {
  check(stage, answer.status === 404 && codeOf(answer) === 'not_found', `${path} answers ${answer.status}`)
  for (const fault of [...inspectProblem(answer, stage.api.schemas), ...inspectHeaders(answer)])
    check(stage, false, `${path.slice(0, 60)}: ${fault}`)
}

/** The same database, served behind TLS as in production. */
async function sweepProduction(stage: Stage): Promise<void> {
  const [port, metricsPort] = await freePorts(2)
  const { SEALING_IDENTITIES: _, ...environment } = stage.instance.environment
  const url = `http://127.0.0.1:${port}`
  await using api = new ServerProcess({
    command: 'api',
    environment: {
      ...environment,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://longshore.example.com',
      API_PORT: String(port),
      API_METRICS_PORT: String(metricsPort),
    },
  })
  await api.start(async () => (await fetch(`${url}/health/ready`)).ok)
  expectDashboard(stage, await exchange(url, { method: 'GET', path: '/' }))
  const get: Get = (path, headers = {}) => exchange(url, { method: 'GET', path, headers })
  await expectSignIn(stage, get)
  for (const path of unknown) expectNothing(stage, path, await get(path))
  for (const path of ['/health/live', '/api/v1/auth/me', '/nothing']) {
    const answer = await exchange(url, { method: 'GET', path })
    const transport = String(answer.headers['strict-transport-security'])
    check(stage, /max-age=\d{8}/.test(transport), `${path} is served behind TLS with ${transport}`)
    for (const fault of [...inspectHeaders(answer), ...inspectLeaks(answer)])
      check(stage, false, `production ${path}: ${fault}`)
  }
}
