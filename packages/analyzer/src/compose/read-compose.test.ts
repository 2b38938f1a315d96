import { expect, test } from 'vitest'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { interpolate } from './interpolate.ts'
import { readCompose } from './read-compose.ts'

async function read(text: string, others: Record<string, string> = {}) {
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text, ...others })), '.')
  if (reading === null) throw new Error('no reading')
  return reading
}

const noTimes = { intervalSeconds: null, timeoutSeconds: null, retries: null, startPeriodSeconds: null }

const whole = `
services:
  web:
    build: .
    command: ["node", "server.js", "--name", "a b"]
    ports:
      - "\${PORT:-8080}:3000"
      - "9229:9229"
    environment:
      DATABASE_URL: postgres://app:\${DB_PASSWORD:?set it}@db:5432/app
      REDIS_URL: redis://cache:6379
      LOG_LEVEL: \${LOG_LEVEL:-info}
      API_KEY:
      NODE_ENV: production
    healthcheck:
      test: ["CMD", "curl", "-f", "http://localhost:3000/healthz"]
    depends_on:
      db: { condition: service_healthy }
      migrate: { condition: service_completed_successfully }
    volumes:
      - uploads:/app/uploads
      - type: volume
        source: cache-data
        target: /app/cache
      - ./src:/app/src
    networks:
      default: { aliases: [api.internal] }
  worker:
    build: { context: . }
    command: node worker.js
    environment:
      - DATABASE_URL=postgres://app:x@db:5432/app
      - QUEUE=mail
  migrate:
    build: .
    command: node migrate.js
    depends_on: [db]
  db:
    image: postgres:16.2-alpine
    environment: { POSTGRES_PASSWORD: x }
    volumes: [pg:/var/lib/postgresql/data]
  cache:
    image: docker.io/valkey/valkey:8
  mail:
    image: axllent/mailpit
  debug:
    image: busybox
    profiles: [debug]
volumes: { uploads: {}, pg: }
`

test('reads services, databases, and variables of a typical file', async () => {
  const reading = await read(whole, { Dockerfile: 'FROM node:24' })
  expect(
    reading.services.map(({ name, kind, startArguments, port, sharesImageWith, releaseCommand }) => ({
      name,
      kind,
      startArguments,
      port,
      sharesImageWith,
      releaseCommand,
    })),
  ).toEqual([
    {
      name: 'web',
      kind: 'web',
      startArguments: ['node', 'server.js', '--name', 'a b'],
      port: 3000,
      sharesImageWith: undefined,
      releaseCommand: 'node migrate.js',
    },
    {
      name: 'worker',
      kind: 'worker',
      startArguments: ['node', 'worker.js'],
      port: undefined,
      sharesImageWith: 'web',
      releaseCommand: undefined,
    },
  ])
  const [web] = reading.services
  expect(web).toMatchObject({
    builder: 'dockerfile',
    dockerfile: { source: 'repository', path: 'Dockerfile', context: '.' },
    healthCheck: { type: 'http', path: '/healthz' },
    volumes: [
      { name: 'uploads', path: '/app/uploads' },
      { name: 'cache-data', path: '/app/cache' },
    ],
    aliases: ['api.internal'],
    dependsOn: ['db'],
  })
  expect(reading.databases.map(({ engine, name, version, supported }) => [engine, name, version, supported])).toEqual([
    ['postgres', 'db', '16.2', true],
    ['redis', 'cache', '8', true],
  ])
  const variables = reading.variables.filter(({ services }) => services[0] === 'web')
  expect(
    variables.map(({ key, required, secret, default: value, providedBy }) => [
      key,
      required,
      secret,
      value,
      providedBy,
    ]),
  ).toEqual([
    ['DATABASE_URL', true, true, null, 'db'],
    ['REDIS_URL', false, true, null, 'cache'],
    ['LOG_LEVEL', false, false, 'info', null],
    ['API_KEY', true, true, null, null],
    ['NODE_ENV', false, false, 'production', null],
  ])
  expect(reading.warnings.map(({ code, line }) => [code, line])).toEqual([
    ['compose_key_refused', 25],
    ['compose_service_left_out', expect.any(Number)],
    ['compose_service_left_out', expect.any(Number)],
  ])
})

/** Every key that could take over the server, in each of its forms. */
const attacks: [yaml: string, line: number][] = [
  ['privileged: true', 4],
  ['privileged: "true"', 4],
  ['cap_add: [SYS_ADMIN]', 4],
  ['cap_add:\n      - ALL', 4],
  ['pid: host', 4],
  ['ipc: host', 4],
  ['network_mode: host', 4],
  ['network_mode: "service:db"', 4],
  ['userns_mode: host', 4],
  ['uts: host', 4],
  ['cgroup: host', 4],
  ['devices: ["/dev/sda:/dev/sda"]', 4],
  ['device_cgroup_rules: ["a *:* rwm"]', 4],
  ['security_opt: ["seccomp:unconfined"]', 4],
  ['sysctls: { kernel.panic: 1 }', 4],
  ['sysctls: ["net.ipv4.ip_forward=1"]', 4],
  ['cgroup_parent: /', 4],
  ['volumes_from: [other]', 4],
  ['extends: { file: /etc/passwd, service: x }', 4],
  ['extends: x', 4],
  ['configs: [a]', 4],
  ['secrets: [{ source: a, target: /x }]', 4],
  ['runtime: nvidia', 4],
  ['gpus: all', 4],
  ['use_api_socket: true', 4],
  ['unknown_key: 1', 4],
  ['volumes: ["/:/host"]', 4],
  ['volumes: ["/run/docker.sock:/var/run/docker.sock:ro"]', 4],
  ['volumes: ["/var/run:/var/run"]', 4],
  ['volumes: ["/srv:/srv"]', 4],
  ['volumes: ["/srv/../etc:/x"]', 4],
  ['volumes: ["/srv/x:/proc/x"]', 4],
  ['volumes: ["/opt/containerd/bin:/x"]', 4],
  ['devices: ["/dev/dri:/dev/mem"]', 4],
  ['devices: [{ source: /dev/mem, target: /dev/mem }]', 4],
  ['cap_add: [NET_ADMIN, DAC_READ_SEARCH]', 4],
  ['volumes: ["~/x:/x"]', 4],
  ['volumes: ["../x:/x"]', 4],
  ['volumes: ["./x/../../y:/x"]', 4],
  ['volumes: ["./x:/proc/sys"]', 4],
  ['volumes: ["./x:/dev/shm"]', 4],
  ['volumes: ["./link:/x"]', 4],
  ['volumes: ["./link/inside:/x"]', 4],
  ['volumes: ["./x.sock:/run/x.sock"]', 4],
  ['volumes: [{ type: bind, source: ../x, target: /x }]', 4],
  ['volumes: [{ type: bind, target: /x }]', 4],
  ['volumes: [{ type: volume, source: data, target: /x, volume: { subpath: a } }]', 4],
  ['deploy: { resources: { reservations: { devices: [{ driver: nvidia, count: 1 }] } } }', 4],
  ['volumes: ["C:\\\\x:/x"]', 4],
  ['volumes: ["${HOST_DIR:-/etc}:/x"]', 4],
  ['volumes: ["${HOST_DIR}:/x"]', 4],
  ['volumes: [{ type: bind, source: /, target: /host }]', 4],
  ['volumes: [{ type: volume, source: /etc, target: /host }]', 4],
  ['volumes: [{ source: /etc, target: /host }]', 4],
  ['volumes: [{ type: npipe, source: x, target: /x }]', 4],
  ['volumes: [{ type: cluster, source: x, target: /x }]', 4],
  ['volumes: ["a`id`:/x"]', 4],
  ['volumes: ["data:relative"]', 4],
  ['build: { context: ., ssh: [default] }', 4],
  ['build: { context: ., entitlements: [security.insecure] }', 4],
  ['build: { context: ., privileged: true }', 4],
  ['build: { context: ., secrets: [x] }', 4],
  ['build: { context: ., additional_contexts: { a: / } }', 4],
  ['build: { context: ., dockerfile_inline: "FROM x" }', 4],
  ['build: /', 4],
  ['build: ../..', 4],
  ['build: https://example.com/x.git', 4],
  ['build: { context: ., dockerfile: ../../Dockerfile }', 4],
  ['env_file: /etc/environment', 4],
  ['env_file: [{ path: ../../secrets }]', 4],
]

test.each(attacks)('rejects %s with its line and an alternative', async (yaml, line) => {
  const text = `services:\n  app:\n    image: nginx\n    ${yaml}\n`
  const tree = treeOf({ 'compose.yaml': text, 'README.md': '' })
  const entries = [...tree.entries, { path: 'link', kind: 'link' as const, bytes: 0 }]
  const reading = await readCompose(new Repository({ ...tree, entries }), '.')
  if (reading === null) throw new Error('no reading')
  const refused = reading.warnings.filter(({ code }) => code === 'compose_key_refused')
  expect(refused.length).toBeGreaterThan(0)
  for (const warning of refused) {
    expect(warning).toMatchObject({ file: 'compose.yaml', hint: expect.stringMatching(/\w{3}/) })
    expect(Math.abs((warning.line ?? 0) - line)).toBeLessThanOrEqual(1)
  }
  expect(reading.services[0]?.volumes ?? []).toEqual([])
  expect(JSON.stringify(reading.services)).not.toMatch(/docker\.sock|"\/host"|\/etc/)
})

test('rejects merged and aliased keys as well', async () => {
  const reading = await read('x-a: &a\n  privileged: true\nservices:\n  app:\n    <<: *a\n    image: nginx\n')
  expect(reading.warnings).toMatchObject([{ code: 'compose_key_refused', line: 2 }])
})

test('rejects includes, volume drivers, and secret files', async () => {
  const text =
    'include: [oci://x/y]\nservices: { app: { image: nginx } }\nvolumes:\n  a:\n    driver_opts: { type: none, o: bind, device: / }\n  b: { driver: nfs }\n  c: { external: true }\nsecrets: { s: { file: /etc/shadow } }\nconfigs: { s: { file: /etc/shadow } }\n'
  const found = (await read(text)).warnings.filter(({ code }) => code === 'compose_key_refused')
  expect(found).toHaveLength(6)
})

test('a volume that two services mount belongs to the first, but the files of a database belong to it alone', async () => {
  const text = `services:
  web: { image: nginx, ports: ["80:80"], volumes: [uploads:/srv/uploads, own:/own] }
  worker_1: { image: busybox, command: work, volumes: [{ type: volume, source: uploads, target: /data }] }
  peek: { image: busybox, command: work, volumes: ["pg:/pg:ro"] }
  db: { image: "postgres:17", volumes: [pg:/var/lib/postgresql/data] }
volumes: { uploads: , pg: , own: }
`
  const { services, warnings } = await read(text)
  expect(services.map(({ name, volumes }) => [name, volumes])).toEqual([
    [
      'web',
      [
        { name: 'uploads', path: '/srv/uploads', service: null },
        { name: 'own', path: '/own', service: null },
      ],
    ],
    ['worker-1', [{ name: 'uploads', path: '/data', service: 'web' }]],
    ['peek', []],
  ])
  expect(warnings.filter(({ code }) => code === 'compose_key_refused')).toMatchObject([
    {
      message: "service peek: volumes: pg:/pg isn't supported.",
      line: 4,
      hint: expect.stringContaining('the database db'),
    },
  ])
})

test('copies no private key and no password of a URL, whatever the variable is called', async () => {
  const text = `services:
  app:
    image: nginx
    environment:
      IDENTITY: "-----BEGIN PRIVATE KEY-----\\nsentinel"
      FEED: https://ada:sentinel@example.com
      MODE: fast
`
  const { variables } = await read(text)
  // A secret that isn't copied has to be set.
  expect(variables.map(({ key, secret, required, default: value }) => [key, secret, required, value])).toEqual([
    ['IDENTITY', true, true, null],
    ['FEED', true, true, null],
    ['MODE', false, false, 'fast'],
  ])
})

test('rejects alias and bracket bombs quickly', async () => {
  const levels = Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(',')}]`,
  )
  // Processor time, because the machine can be busy.
  const started = process.cpuUsage()
  expect((await read(`a0: &a0 x\n${levels.join('\n')}\nservices: *a12\n`)).warnings).toMatchObject([
    { code: 'compose_unreadable' },
  ])
  expect((await read('['.repeat(100_000))).warnings).toMatchObject([{ code: 'compose_unreadable' }])
  expect((await read(`services: ${'{a: '.repeat(300)}1${'}'.repeat(300)}`)).warnings).toMatchObject([
    { code: 'compose_unreadable' },
  ])
  expect((await read('services:\n  a: [\n')).warnings).toMatchObject([
    { code: 'compose_unreadable', line: expect.any(Number) },
  ])
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
})

test.each([
  ['["3000"]', 3000],
  ['[3000]', 3000],
  ['["127.0.0.1:8080:80/tcp"]', 80],
  ['["[::1]:8080:80"]', 80],
  ['["8000-8010:9000-9010"]', 9000],
  ['["${P}:4000"]', 4000],
  ['["${P:-1}:${Q:-5000}"]', 5000],
  ['[{ target: 6000, published: 80 }]', 6000],
  ['["53:53/udp"]', undefined],
  ['["99999:99999"]', undefined],
])('reads ports %s', async (ports, port) => {
  expect((await read(`services: { app: { image: a, ports: ${ports} } }`)).services[0]?.port).toBe(port)
})

test.each([
  ['test: curl -f http://localhost/ || exit 1', { type: 'http', path: '/', command: null, ...noTimes }],
  [
    'test: ["CMD-SHELL", "wget -qO- http://127.0.0.1:80/up || exit 1"]',
    { type: 'http', path: '/up', command: null, ...noTimes },
  ],
  ['test: ["CMD", "node", "check.js"]', { type: 'command', path: null, command: ['node', 'check.js'], ...noTimes }],
  [
    'test: "pg_isready -U $$POSTGRES_USER"',
    { type: 'command', path: null, command: 'pg_isready -U $POSTGRES_USER', ...noTimes },
  ],
  ['test: ["NONE"]', null],
  ['disable: true', null],
])('reads healthcheck %s', async (check, expected) => {
  expect(
    (await read(`services:\n  app:\n    image: a\n    healthcheck:\n      ${check}\n`)).services[0]?.healthCheck,
  ).toEqual(expected)
})

test('resolves defaults, also nested ones, and escaped dollars', () => {
  expect(interpolate('${A:-x}-${B-y}-$$C-${D:-${E:-z}}').text).toBe('x-y-$C-z')
  expect(interpolate('${A:?err}')).toMatchObject({ text: null, references: [{ name: 'A', fallback: null }] })
  expect(interpolate('$A b')).toMatchObject({ text: null, references: [{ name: 'A', fallback: null }] })
  expect(interpolate('$$HOME ${A} ${B:-b ${C}} ${D:?err}').visible).toBe('$HOME ${A} b ${C} ${D:?err}')
  expect(interpolate('${A:+x}').text).toBe('')
  expect(interpolate('${A:-'.repeat(50_000)).references.length).toBeLessThanOrEqual(50)
  expect(interpolate('cost: $5 and ${').text).not.toBeUndefined()
})
