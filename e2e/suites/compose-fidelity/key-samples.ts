/** A valid value for each key whose value matters. Every other key is rejected or ignored with any value. */
type Samples = Readonly<Record<string, unknown>>

const file = './settings.conf'

export const serviceSamples: Samples = {
  build: { context: '.' },
  image: 'nginx:1.29',
  command: ['nginx', '-g', 'daemon off;'],
  entrypoint: ['/docker-entrypoint.sh'],
  ports: ['8080:80'],
  expose: ['80'],
  environment: { MODE: 'fast' },
  env_file: 'plain.env',
  healthcheck: { test: ['CMD', 'true'] },
  volumes: ['data:/data'],
  depends_on: ['other'],
  networks: { default: { aliases: ['store'] } },
  hostname: 'shop',
  container_name: 'shop',
  links: ['other:friend'],
  labels: { 'traefik.http.services.web.loadbalancer.server.port': '80' },
  user: 'node',
  working_dir: '/srv',
  init: true,
  stop_signal: 'SIGINT',
  stop_grace_period: '20s',
  read_only: true,
  tmpfs: '/tmp',
  shm_size: '128m',
  ulimits: { nofile: 1024 },
  sysctls: { 'net.core.somaxconn': 1024 },
  mem_limit: '64m',
  cpus: 0.5,
  pids_limit: 100,
  scale: 2,
  deploy: { replicas: 2 },
  configs: ['stated'],
  secrets: ['hidden'],
  extends: { service: 'other' },
  profiles: ['debug'],
  extra_hosts: ['db:10.1.2.3'],
  cap_add: ['NET_ADMIN'],
  devices: ['/dev/dri'],
}

export const buildSamples: Samples = {
  context: '.',
  dockerfile: 'Dockerfile',
  target: 'final',
  args: { VERSION: '1' },
}

export const topSamples: Samples = {
  services: { web: { image: 'nginx:1.29' } },
  volumes: { data: {} },
  configs: { stated: { content: 'a' } },
  secrets: { hidden: { environment: 'HIDDEN' } },
  networks: { front: {} },
  include: ['more.yaml'],
  version: '3.9',
  name: 'shop',
}

export const healthSamples: Samples = {
  test: ['CMD', 'true'],
  interval: '5s',
  timeout: '5s',
  retries: 3,
  start_period: '5s',
  start_interval: '1s',
  disable: true,
}

export const deploySamples: Samples = {
  replicas: 2,
  resources: { limits: { memory: '64m' } },
  mode: 'global',
}

export const resourceSamples: Samples = {
  limits: { memory: '64m' },
  reservations: {},
}

export const limitSamples: Samples = { memory: '64m', cpus: '0.5', pids: 100 }

export const networkSamples: Samples = { aliases: ['store'] }

export const mountSamples: Samples = {
  type: 'volume',
  source: 'data',
  src: 'data',
  target: '/data',
  dst: '/data',
  destination: '/data',
  tmpfs: { size: '16m' },
  volume: { nocopy: true },
}

export const fileSamples: Samples = {
  file,
  content: 'a',
  environment: 'HIDDEN',
  external: true,
}

export const fileUseSamples: Samples = { source: 'stated', target: '/etc/stated', mode: 0o644, uid: '0', gid: '0' }
