/** The same site for each proxy: hostnames with their own certificate each, over HTTP and HTTPS, in front of one app. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileProxyConfiguration } from '../../apps/server/src/testing/internals/domains.ts'
import { openFiles, proxyProcessors } from './processes.ts'

export interface Site {
  readonly hostnames: number
  /** Has `0.crt`, `0.key`, and so on. */
  readonly certificates: string
  readonly app: string
  readonly port: number
  readonly securePort: number
}

export const hostnameOf = (index: number) => `name-${index}.bench.test`
export const environmentOf = (index: number) => `env_bench${index}`
const authority = { directory: 'https://authority.test/dir', roots: null, email: null }

/** As the worker compiles it, apart from the ports. */
export async function ourConfiguration(site: Site): Promise<{ caddy: CaddyPart; table: unknown }> {
  const routes = await Promise.all(
    eachHostname(site, async (index) => ({
      hostname: hostnameOf(index),
      environment: environmentOf(index),
      service: 'web',
      tls: 'custom' as const,
      forceHttps: false,
      certificate: {
        chain: await readFile(join(site.certificates, `${index}.crt`), 'utf8'),
        key: await readFile(join(site.certificates, `${index}.key`), 'utf8'),
      },
    })),
  )
  const { caddy, table } = JSON.parse(compileProxyConfiguration({ routes, system: null, authority }))
  caddy.apps.http.servers.plain.listen = [`127.0.0.1:${site.port}`]
  caddy.apps.http.servers.secure.listen = [`127.0.0.1:${site.securePort}`]
  return { caddy, table }
}

interface CaddyPart {
  apps: { http: { servers: Record<'plain' | 'secure', { routes: { handle: Record<string, unknown>[] }[] }> } }
}

/** Our own configuration without our modules: the same limits, protocols, and connections to the app. */
export async function bareConfiguration(site: Site): Promise<unknown> {
  const { caddy } = await ourConfiguration({ ...site, hostnames: 0 })
  const { http } = caddy.apps
  const ours = http.servers.plain.routes[0]?.handle.find(({ handler }) => handler === 'reverse_proxy')
  const handle = [{ handler: 'reverse_proxy', upstreams: [{ dial: site.app }], transport: ours?.transport }]
  const routes = eachHostname(site, (index) => ({ match: [{ host: [hostnameOf(index)] }], handle }))
  const { plain, secure } = http.servers
  const files = eachHostname(site, (index) => ({
    certificate: `/certificates/${index}.crt`,
    key: `/certificates/${index}.key`,
  }))
  return {
    admin: { disabled: true },
    logging: { logs: { default: { level: 'WARN' } } },
    storage: { module: 'file_system', root: '/data' },
    apps: {
      http: { servers: { plain: { ...plain, routes }, secure: { ...secure, routes } } },
      tls: { certificates: { load_files: files } },
    },
  }
}

/** nginx drops idle connections before it has as many as it may, so it gets room for more than a run opens. */
export function nginxConfiguration(site: Site, folder: string): string {
  return `daemon off;
user root;
worker_processes ${proxyProcessors};
worker_rlimit_nofile ${openFiles};
error_log stderr crit;
pid ${folder}/nginx.pid;
events { worker_connections ${2 * openFiles}; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 5m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server_names_hash_max_size 65536;
  server_names_hash_bucket_size 128;
  ssl_protocols TLSv1.2 TLSv1.3;
  map $http_upgrade $upgraded { default upgrade; '' ''; }
  upstream app { server ${site.app}; keepalive 100; keepalive_requests 1000000000; }
  proxy_http_version 1.1;
  proxy_read_timeout 1h;
  proxy_set_header Host $host;
  proxy_set_header Connection $upgraded;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-Host $host;
${eachHostname(site, (index) => nginxServer(site, index)).join('\n')}
}
`
}

function nginxServer({ port, securePort, certificates }: Site, index: number): string {
  return `  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${securePort} ssl http2;
    server_name ${hostnameOf(index)};
    ssl_certificate ${certificates}/${index}.crt;
    ssl_certificate_key ${certificates}/${index}.key;
    location / { proxy_pass http://app; }
  }`
}

function eachHostname<Value>({ hostnames }: Site, work: (index: number) => Value): Value[] {
  return Array.from({ length: hostnames }, (_, index) => work(index))
}
