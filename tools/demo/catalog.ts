/** Harbor Coffee: its people, apps, and servers. Only data. */

const [gib, mib] = [1_073_741_824, 1_048_576]

export interface Person {
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'admin' | 'developer' | 'viewer'
}

export const organization = 'Harbor Coffee'
export const owner: Person = { name: 'Maya Lindqvist', email: 'maya@harborcoffee.example', role: 'owner' }
export const colleagues: readonly Person[] = [
  { name: 'Jonas Weber', email: 'jonas@harborcoffee.example', role: 'admin' },
  { name: 'Priya Nair', email: 'priya@harborcoffee.example', role: 'developer' },
  { name: 'Tom Okafor', email: 'tom@harborcoffee.example', role: 'viewer' },
]

export interface DemoServer {
  readonly name: string
  readonly host: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly diskBytes: number
  /** Shares of cores, memory, and disk: at night, and the increase at a busy noon. */
  readonly cpu: readonly [number, number]
  readonly memory: readonly [number, number]
  readonly disk: number
  readonly security: 'hardened' | 'weak'
}

/** Oldest first; lists show the newest first. */
export const servers: readonly DemoServer[] = [
  { name: 'ash-1', host: '203.0.113.71', cpus: 4, memoryBytes: 8 * gib, diskBytes: 160 * gib, cpu: [0.06, 0.2], memory: [0.34, 0.05], disk: 0.27, security: 'weak' },
  { name: 'fra-2', host: '203.0.113.24', cpus: 2, memoryBytes: 4 * gib, diskBytes: 80 * gib, cpu: [0.13, 0.25], memory: [0.58, 0.06], disk: 0.83, security: 'hardened' },
  { name: 'fra-1', host: '203.0.113.10', cpus: 4, memoryBytes: 8 * gib, diskBytes: 160 * gib, cpu: [0.18, 0.34], memory: [0.47, 0.12], disk: 0.41, security: 'hardened' },
] // biome-ignore format: one server per line

export interface DemoEnvironment {
  readonly name: string
  readonly server: string
  readonly branch: string
  readonly hostnames: readonly string[]
  /** Number of its newest deployment; the last few are shown. */
  readonly number: number
  /** Hours since its newest deployment. */
  readonly hoursAgo: number
  readonly fails?: boolean
}

export interface DemoProject {
  readonly name: string
  readonly slug: string
  /** The repository of the project; without one, the project is an image. */
  readonly repository?: string
  readonly image?: string
  readonly services: readonly Record<string, unknown>[]
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly environments: readonly DemoEnvironment[]
  /** Newest first: author and message. */
  readonly commits: readonly (readonly [string, string])[]
}

const [maya, jonas, priya] = ['Maya Lindqvist', 'Jonas Weber', 'Priya Nair']
const auto = { builder: 'auto' }
const limits = (memory: number, cpus = 1) => ({ memoryBytes: memory * mib, cpus, pids: null })

/** Oldest first; lists show the newest first. */
export const projects: readonly DemoProject[] = [
  {
    name: 'Metabase',
    slug: 'metabase',
    image: 'metabase/metabase:v0.56.4',
    services: [
      { name: 'web', kind: 'web', port: 3_000, source: { builder: 'image', image: 'metabase/metabase:v0.56.4' }, resources: limits(1_536) },
      { name: 'db', kind: 'postgres', engineVersion: '17', resources: limits(512) },
    ], // biome-ignore format: one service per line
    variables: { MB_SITE_NAME: 'Harbor Coffee', JAVA_TIMEZONE: 'Europe/Berlin' },
    secrets: ['MB_ENCRYPTION_SECRET_KEY'],
    environments: [{ name: 'production', server: 'ash-1', branch: '', hostnames: ['metrics.harborcoffee.example'], number: 6, hoursAgo: 216 }],
    commits: [],
  }, // biome-ignore format: one environment per line
  {
    name: 'Website',
    slug: 'website',
    repository: 'harborcoffee/website',
    services: [{ name: 'site', kind: 'static', source: { builder: 'static' }, resources: limits(128) }],
    variables: { PUBLIC_SHOP_URL: 'https://shop.harborcoffee.example' },
    secrets: [],
    environments: [{ name: 'production', server: 'fra-2', branch: 'main', hostnames: ['harborcoffee.example', 'www.harborcoffee.example'], number: 31, hoursAgo: 51 }],
    commits: [
      [priya, 'Add the opening hours of the harbor cafe'],
      [maya, 'Show the autumn blends on the front page'],
      [priya, 'Compress the photos of the roastery'],
      [jonas, 'Update Astro to 5.14'],
    ],
  }, // biome-ignore format: one environment per line
  {
    name: 'Roastery API',
    slug: 'roastery-api',
    repository: 'harborcoffee/roastery-api',
    services: [
      { name: 'api', kind: 'web', port: 8_000, source: auto, healthCheck: { type: 'http', path: '/healthz' }, resources: limits(512) },
      { name: 'nightly-report', kind: 'cron', source: auto, command: ['python', '-m', 'roastery.report'], schedule: '0 4 * * *', resources: limits(256) },
      { name: 'db', kind: 'postgres', engineVersion: '17', resources: limits(512) },
    ],
    variables: { LOG_LEVEL: 'info', ROASTERY_TIMEZONE: 'Europe/Berlin' },
    secrets: ['DJANGO_SECRET_KEY', 'SCALE_API_TOKEN'],
    environments: [
      { name: 'production', server: 'fra-1', branch: 'main', hostnames: ['api.harborcoffee.example'], number: 64, hoursAgo: 26 },
      { name: 'staging', server: 'fra-2', branch: 'develop', hostnames: ['api.staging.harborcoffee.example'], number: 88, hoursAgo: 5 },
    ],
    commits: [
      [priya, 'Import the temperatures of the new roaster'],
      [jonas, 'Record the moisture of each batch'],
      [priya, 'Reject roast profiles without an end temperature'],
      [jonas, 'Speed up the list of batches with an index'],
      [maya, 'Return prices in cents'],
      [jonas, 'Update Django to 5.2.8'],
      [priya, 'Log slow queries'],
    ],
  }, // biome-ignore format: one service or environment per line
  {
    name: 'Online Shop',
    slug: 'shop',
    repository: 'harborcoffee/shop',
    services: [
      { name: 'web', kind: 'web', port: 3_000, replicas: 2, source: auto, releaseCommand: ['npx', 'prisma', 'migrate', 'deploy'], resources: limits(768) },
      { name: 'worker', kind: 'worker', source: auto, command: ['node', 'dist/worker.js'], volumes: [{ name: 'invoices', path: '/app/invoices' }], resources: limits(384) },
      { name: 'db', kind: 'postgres', engineVersion: '17', resources: limits(1_024) },
      { name: 'cache', kind: 'redis', engineVersion: '7', resources: limits(256) },
    ],
    variables: { NEXT_PUBLIC_SHOP_NAME: 'Harbor Coffee', SHIPPING_ORIGIN: 'Hamburg', SMTP_HOST: 'smtp.harborcoffee.example' },
    secrets: ['AUTH_SECRET', 'PAYMENTS_API_KEY', 'SMTP_PASSWORD'],
    environments: [
      { name: 'production', server: 'fra-1', branch: 'main', hostnames: ['shop.harborcoffee.example'], number: 143, hoursAgo: 3, fails: true },
      { name: 'staging', server: 'fra-2', branch: 'develop', hostnames: ['shop.staging.harborcoffee.example'], number: 207, hoursAgo: 1 },
    ],
    commits: [
      [maya, 'Offer the winter tasting set'],
      [priya, 'Confirm payments by webhook'],
      [jonas, 'Send the invoice as PDF'],
      [priya, 'Let subscribers pause for a month'],
      [maya, 'Show the roast date on product pages'],
      [jonas, 'Cache the product list for a minute'],
      [priya, 'Fix rounding in the VAT of gift cards'],
      [jonas, 'Update Next.js to 16.0.3'],
      [maya, 'Add decaf to the tasting set'],
    ],
  }, // biome-ignore format: one service or environment per line
]
