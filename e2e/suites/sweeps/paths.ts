/** No spelling of a path, method or header reaches a handler without a credential, and only documented paths are served. */
import { newAddress } from '../../support/client.ts'
import { makePathValues } from '../../support/fixtures.ts'
import { inspectHeaders, inspectLeaks } from '../../support/inspect-response.ts'
import { fillPath, type Operation } from '../../support/openapi.ts'
import { rawExchange } from '../../support/raw-exchange.ts'
import { inPart } from './part.ts'
import { callerOf, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

/** Ways to write the path of a protected operation; `folder` is all but its last part. */
const forms: ((path: string, folder: string, last: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//localhost${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace('/api/', '/api//'),
  (path) => `/.${path}`,
  (path) => path.replace('/v1/', '/./v1/./'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}/x/..`,
  (_path, folder, last) => `${folder}/x/../${last}`,
  (path) => `/health/live/../..${path}`,
  (path) => `/health/ready/%2e%2e/%2e%2e${path}`,
  (path) => `/problems/..${path}`,
  (path) => `/problems/%2e%2e${path}`,
  (path) => `/problems/..%2f${path.slice(1)}`,
  (path) => path.replace('/api/v1/', '/api/docs/../v1/'),
  (path) => path.replace('/api/v1/', '/api/docs/static/..%2f..%2fv1/'),
  (path) => path.replace('/api/v1/', '/api/v1/auth/login/../../'),
  (path) => path.replace('/api/v1/', '/api/v1/auth/login/%2e%2e/%2e%2e/'),
  (path) => path.replace('/api/v1/', '/api/v1/auth/login%2f..%2f..%2f'),
  (path) => path.replace('/api/v1/', '/api/v2/../v1/'),
  (path) => path.replace('/api/v1/', '/api/v1/..;/v1/'),
  (path) => `/..;${path}`,
  (_path, folder, last) => `${folder}%2f${last}`,
  (_path, folder, last) => `${folder}%5c${last}`,
  (_path, folder, last) => `${folder}\\${last}`,
  (_path, folder, last) => `${folder}%252f${last}`,
  (_path, folder, last) => `${folder}/%252e%252e${folder}/${last}`,
  (_path, folder, last) => `${folder}/%c0%ae%c0%ae/${last}`,
  (_path, folder, last) => `${folder}/%ef%bc%8f${last}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/', '/Api/'),
  (path) => path.replace('/v1/', '/V1/'),
  (path) => path.replace('/api/', '/%61%70%69/'),
  (path) => path.replaceAll('a', '%61'),
  (path) => path.replaceAll('a', '%2561'),
  (path) => `${path};.jsp`,
  (path) => `${path};jsessionid=1`,
  (path) => path.replace('/v1/', '/v1;x=y/'),
  (path) => `${path}.json`,
  (path) => `${path}.`,
  (path) => `${path}%00`,
  (path) => `${path}%00.json`,
  (path) => `${path}%20`,
  (path) => `${path}%0d%0ax:y`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}#`,
  (path) => `${path}%23`,
  (path) => `${path}%3f`,
  (path) => `${path}?`,
  (path) => `${path}?ticket=x`,
  (path) => `http://localhost${path}`,
  (path) => `http://health.example/health/live/../..${path}`,
  (path) => path.slice(1),
  (path) => path.replace('/api/v1/', '/'),
  (path) => path.replace('/api/v1/', '/v1/'),
  (path) => `${path}${'/x'.repeat(2_000)}`,
]

const disguises: Record<string, string>[] = [
  { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'GET' },
  { 'x-original-url': '/health/live', 'x-rewrite-url': '/health/live' },
  { 'x-forwarded-prefix': '/health', 'x-forwarded-host': 'localhost', 'x-forwarded-path': '/health/live' },
  { 'x-forwarded-user': 'admin', 'x-remote-user': 'admin', 'remote-user': 'admin', 'x-user-id': '1' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'x-client-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { cookie: 'accessToken=x; longshore_refresh=AAAAAAAAAAAAAAAAAAAA; session=1' },
  { 'x-api-key': 'lgs_x', 'x-auth-token': 'lgs_x', 'proxy-authorization': 'Basic YTpi' },
  { connection: 'close, authorization, x-forwarded-for' },
  { 'transfer-encoding': 'identity, chunked' },
  { expect: '100-continue' },
  { upgrade: 'h2c', connection: 'upgrade, http2-settings', 'http2-settings': 'AAMAAABkAAQAAP__' },
  { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-version': '13' },
] // biome-ignore format: a list

const methods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'M-SEARCH',
  'SEARCH',
  'FOO',
  'get',
  'GETX',
  'QUERY',
  'COPY',
]

export async function sweepPaths(stage: Stage): Promise<void> {
  let tricks = 0
  for (const operation of inPart(stage.api.operations.filter((each) => !isPublic(each)))) {
    const path = fillPath(operation, await makePathValues(operation, stage.home, callerOf(stage, operation)))
    const at = path.lastIndexOf('/')
    const before = await countChanges(stage)
    for (const form of forms)
      await refuse(stage, operation, {
        method: operation.method,
        target: form(path, path.slice(0, at), path.slice(at + 1)),
      })
    for (const headers of disguises) {
      await refuse(stage, operation, { method: operation.method, target: path, headers })
      await refuse(stage, operation, {
        method: 'POST',
        target: path,
        headers: { ...headers, 'x-http-method-override': operation.method },
      })
    }
    for (const method of methods) await refuse(stage, operation, { method, target: path })
    tricks += forms.length + disguises.length * 2 + methods.length
    check(
      stage,
      (await countChanges(stage)) === before,
      `${operation.id} was carried out through another spelling of its path`,
    )
  }
  await sweepMethodsOfMembers(stage)
  stage.report.figure('path_tricks', tricks)
}

interface Trick {
  method: string
  target: string
  headers?: Record<string, string>
}

async function refuse(stage: Stage, operation: Operation, trick: Trick): Promise<void> {
  const answer = await send(stage, trick)
  const name = `${trick.method} ${trick.target.slice(0, 120)} ${JSON.stringify(trick.headers ?? {})}`
  const isRefused = [400, 401, 404, 405, 414, 417, 431].includes(answer.status)
  check(stage, isRefused, `${name} of ${operation.id} answers ${answer.status}`)
  check(
    stage,
    trick.method === 'HEAD' || codeOf(answer) !== '',
    `${name} answers no problem: ${answer.text.slice(0, 100)}`,
  )
  const headers = Object.fromEntries(
    answer.head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  for (const fault of [...inspectLeaks(answer), ...inspectHeaders({ status: answer.status, headers })])
    check(stage, false, `${name}: ${fault}`)
}

/** With a credential, an unsupported method is refused, and the response lists the supported ones. */
async function sweepMethodsOfMembers(stage: Stage): Promise<void> {
  for (const path of new Set(stage.api.operations.map((operation) => operation.path))) {
    const known = stage.api.operations.filter((operation) => operation.path === path)
    const [first] = known
    if (first === undefined) continue
    const target = fillPath(first, await makePathValues(first, stage.home, stage.home.people.owner))
    const headers = { authorization: `Bearer ${stage.home.people.owner.token}` }
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE']) {
      if (known.some((operation) => operation.method === method)) continue
      const answer = await send(stage, { method, target, headers })
      const allowed = /\r\nallow: ([^\r]+)/i.exec(answer.head)?.[1]?.split(', ').sort().join()
      const expected = known
        .map((operation) => operation.method)
        .sort()
        .join()
      check(
        stage,
        answer.status === 405 && allowed === expected,
        `${method} ${path} answers ${answer.status}, allow: ${allowed}`,
      )
    }
  }
}

async function send(stage: Stage, { method, target, headers = {} }: Trick) {
  const all = {
    host: 'localhost',
    'x-forwarded-for': newAddress(),
    connection: 'close',
    'content-length': '0',
    ...headers,
  }
  const isChunked = 'transfer-encoding' in headers
  const lines = Object.entries(all)
    .filter(([name]) => !(isChunked && name === 'content-length'))
    .map(([name, value]) => `${name}: ${value}`)
  return await rawExchange(
    stage.instance.url,
    `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${isChunked ? '0\r\n\r\n' : ''}`,
  )
}
