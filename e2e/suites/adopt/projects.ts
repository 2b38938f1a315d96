/** Compose projects of different shapes, as people run them, and how to fill and read their data. */

export interface StackProject {
  readonly name: string
  /** Files in the folder of the project, next to its compose file. */
  readonly files: Readonly<Record<string, string>>
  readonly compose: string
  /** Shell commands on the server that run before it starts. */
  readonly prepare?: string
  /** Port on the server at which the old stack responds, and the host name for a proxy of its own. */
  readonly port: number
  readonly host?: string
  /** Service that is visited through Longshore's proxy. */
  readonly web: string
  /** Shell commands on the server that write data through the running stack. */
  readonly fill?: string
  /** Data in the containers of a service: a command whose output must be the same before and after. */
  readonly reads: readonly { readonly service: string; readonly command: readonly string[]; readonly input?: string }[]
  /** Expected in its plan: services that are left out, and notes. */
  readonly leftOut?: readonly string[]
  readonly notes?: readonly string[]
}

const serverCode = `const { createServer } = require('node:http')
const { existsSync, readFileSync } = require('node:fs')
const note = existsSync('/data/note') ? readFileSync('/data/note', 'utf8').trim() : 'none'
const extra = process.env.SHOWN === undefined ? '' : ' ' + JSON.stringify(process.env.SHOWN)
createServer((request, response) => {
  response.setHeader('content-type', 'text/plain')
  response.end([process.env.GREETING ?? 'hello', note, process.cwd(), process.getuid(), ...process.argv.slice(2)].join(' ') + extra + '\\n')
}).listen(3000, () => console.log('listening'))
process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
`

const web = (port: number, more = '') => `  web:
    image: node:24-slim
    command: [node, /app/server.js]
    restart: unless-stopped
    ports: ["${port}:3000"]
${more}`
const code = '      - ./server.js:/app/server.js:ro'
const readFiles = {
  command: ['bash', '-s'],
  input: `cd /data && find . -printf '%p %y %m %U:%G %l\\n' | sort && find . -type f | sort | xargs -d '\\n' -r sha256sum\n`,
}
const fillFolder = `mkdir -p data/deep/er && echo kept > data/note && head -c 300000 /dev/urandom > data/deep/er/blob
ln -sf note data/link && chown -R 1000:1000 data/deep && chmod 750 data/deep && touch 'data/odd "name" $x'`

const psql = ['psql', '--host=127.0.0.1', '--username=shop', '--dbname=shop', '-XAtq', '-v', 'ON_ERROR_STOP=1']
const pgHash = `select md5(string_agg(i::text, '' order by id)) || ' ' || count(*) from items i;`
const mysqlHash = `set session group_concat_max_len = 1073741824; select md5(group_concat(concat_ws('|', id, label) order by id separator '')), count(*) from items;`

const bind: StackProject = {
  name: 'bind',
  port: 8101,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:\n${web(8101, `    volumes:\n${code}\n      - ./data:/data`)}\n`,
  fill: fillFolder,
  reads: [{ service: 'web', ...readFiles }],
  notes: ['local_image'],
}

const postgres: StackProject = {
  name: 'shop',
  port: 8102,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
${web(8102, `    depends_on: [db]\n    environment: { GREETING: shop, DATABASE_URL: "postgres://shop:s3cret$$x@db:5432/shop" }\n    volumes:\n${code}`)}
  db:
    image: postgres:17
    restart: always
    environment: { POSTGRES_USER: shop, POSTGRES_DB: shop, POSTGRES_PASSWORD: "s3cret$$x" }
    volumes: ["pgdata:/var/lib/postgresql/data"]
volumes: { pgdata: {} }
`,
  fill: `until docker exec -i --env PGPASSWORD='s3cret$x' shop-db-1 ${psql.join(' ')} <<< "create table if not exists items (id bigint primary key, label text); insert into items select n, md5(n::text) from generate_series(1, 20000) n on conflict do nothing;"; do sleep 0.5; done`,
  reads: [{ service: 'db', command: ['env', 'PGPASSWORD=s3cret$x', ...psql], input: pgHash }],
  notes: ['plain_database'],
}

const mariadb: StackProject = {
  name: 'blog',
  port: 8103,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
${web(8103, `    depends_on: [db]\n    volumes:\n${code}`)}
  db:
    image: mariadb:11.4
    restart: unless-stopped
    environment: { MARIADB_USER: blog, MARIADB_DATABASE: blog, MARIADB_PASSWORD: pw, MARIADB_ROOT_PASSWORD: rootpw }
    volumes: ["db-files:/var/lib/mysql"]
volumes: { db-files: {} }
`,
  fill: `until docker exec -i --env MYSQL_PWD=pw blog-db-1 mariadb --host=127.0.0.1 --user=blog blog <<< "create table if not exists items (id bigint primary key, label varchar(64)); insert ignore into items select seq, md5(seq) from seq_1_to_5000;"; do sleep 0.5; done`,
  reads: [
    {
      service: 'db',
      command: ['env', 'MYSQL_PWD=pw', 'mariadb', '--host=127.0.0.1', '--user=blog', '-N', 'blog'],
      input: mysqlHash,
    },
  ],
}

const redis: StackProject = {
  name: 'cache',
  port: 8104,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
${web(8104, `    volumes:\n${code}`)}
  redis:
    image: redis:7
    command: [redis-server, --appendonly, "yes"]
    restart: always
    volumes: ["redis:/data"]
volumes: { redis: {} }
`,
  fill: `until docker exec -i cache-redis-1 redis-cli <<< 'eval "for n = 1, 500 do redis.call(\\"set\\", \\"k\\" .. n, redis.sha1hex(n)) end return 1" 0' | grep -q 1; do sleep 0.5; done`,
  reads: [
    {
      service: 'redis',
      command: ['redis-cli'],
      input: `eval "local keys = redis.call('keys', 'k*') table.sort(keys) local s = '' for _, k in ipairs(keys) do s = redis.sha1hex(s .. k .. redis.call('get', k)) end return s .. ' ' .. redis.call('dbsize')" 0\n`,
    },
  ],
}

const worker: StackProject = {
  name: 'queue',
  port: 8105,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
${web(8105, `    volumes:\n${code}\n      - shared:/data:ro`)}
  worker:
    image: node:24-slim
    command: [node, -e, "require('fs').writeFileSync('/data/note', 'from worker'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)"]
    restart: always
    volumes: ["shared:/data"]
volumes: { shared: {} }
`,
  reads: [
    { service: 'web', ...readFiles },
    { service: 'worker', ...readFiles },
  ],
  notes: ['read_only_folder'],
}

const custom: StackProject = {
  name: 'custom',
  port: 8106,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
  web:
    image: node:24-slim
    entrypoint: [node, --no-warnings]
    command: [/app/server.js, "one word", "it's \\"two\\""]
    user: "1000:1000"
    working_dir: /srv
    stop_signal: SIGINT
    stop_grace_period: 3s
    init: true
    hostname: odd
    restart: on-failure:3
    ports: ["8106:3000"]
    volumes:
${code}
`,
  reads: [],
}

const odd: StackProject = {
  name: 'odd-env',
  port: 8107,
  web: 'Web_App',
  files: { 'server.js': serverCode },
  compose: `services:
  Web_App:
    image: node:24-slim
    command: [node, /app/server.js]
    restart: always
    ports: ["8107:3000"]
    environment:
      GREETING: "it's \\"fine\\""
      SHOWN: "a\\nb $$HOME $\${x} \\\\ \\t 'q' = ü"
      EMPTY: ""
    volumes:
${code}
`,
  reads: [
    {
      service: 'Web_App',
      command: ['node', '-p', 'JSON.stringify([process.env.SHOWN, process.env.EMPTY, process.env.GREETING])'],
    },
  ],
}

const built: StackProject = {
  name: 'built',
  port: 8108,
  web: 'web',
  files: {
    'server.js': serverCode,
    Dockerfile:
      'FROM node:24-slim\nWORKDIR /app\nCOPY server.js ./\nENV GREETING=built\nEXPOSE 3000\nCMD ["node", "server.js"]\n',
  },
  compose: `services:
  web:
    image: built-web
    pull_policy: never
    restart: unless-stopped
    ports: ["8108:3000"]
    volumes: ["files:/data"]
volumes: { files: {} }
`,
  prepare: 'DOCKER_BUILDKIT=0 docker build --quiet --tag built-web .',
  fill: `docker exec built-web-1 sh -c 'echo kept > /data/note' && docker restart --time 2 built-web-1`,
  reads: [{ service: 'web', ...readFiles }],
  notes: ['local_image'],
}

const careful: StackProject = {
  name: 'careful',
  port: 8109,
  web: 'web',
  files: { 'server.js': serverCode },
  compose: `services:
${web(
  8109,
  `    depends_on: { db: { condition: service_healthy } }
    healthcheck: { test: [CMD, node, -e, "fetch('http://127.0.0.1:3000').then((r) => process.exit(r.ok ? 0 : 1))"], interval: 2s, timeout: 5s, retries: 10 }
    mem_limit: 256m
    cpus: 0.5
    pids_limit: 200
    shm_size: 96m
    tmpfs: ["/tmp:size=16m,mode=1777"]
    ulimits: { nofile: { soft: 2048, hard: 4096 } }
    sysctls: { net.core.somaxconn: 512 }
    volumes:
${code}
      - ./data:/data`,
)}
  db:
    image: redis:7
    healthcheck: { test: "redis-cli ping | grep PONG", interval: 1s, retries: 30 }
`,
  fill: fillFolder,
  reads: [{ service: 'web', ...readFiles }],
}

const proxied: StackProject = {
  name: 'proxied',
  port: 80,
  host: 'app.example',
  web: 'web',
  files: { 'server.js': serverCode, Caddyfile: 'http://app.example {\n  reverse_proxy web:3000\n}\n' },
  compose: `services:
  proxy:
    image: caddy:2
    restart: always
    ports: ["80:80"]
    volumes: ["./Caddyfile:/etc/caddy/Caddyfile:ro", "caddy:/data"]
  web:
    image: node:24-slim
    command: [node, /app/server.js]
    restart: always
    expose: ["3000"]
    volumes:
${code}
      - files:/data
volumes: { files: {}, caddy: {} }
`,
  fill: `docker exec proxied-web-1 sh -c 'echo kept > /data/note' && docker restart --time 2 proxied-web-1`,
  reads: [{ service: 'web', ...readFiles }],
  leftOut: ['proxy'],
  notes: ['own_proxy'],
}

export const projects: readonly StackProject[] = [
  bind,
  postgres,
  proxied,
  mariadb,
  redis,
  worker,
  custom,
  odd,
  built,
  careful,
]

/** Each has one thing that Longshore gives no container. */
export const refused: Readonly<Record<string, string>> = {
  privileged: '    privileged: true',
  host_network: '    network_mode: host',
  docker_socket: '    volumes: ["/var/run/docker.sock:/var/run/docker.sock"]',
  system_mount: '    volumes: ["/etc:/host-etc:ro"]',
  capabilities: '    cap_add: [SYS_ADMIN]',
  devices: '    devices: ["/dev/null:/dev/thing"]',
  host_namespace: '    pid: host',
}
