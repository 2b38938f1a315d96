/**
 * Everything that a person has before they start with Longshore: an instance before its setup, a server with SSH and Docker, a
 * repository at a Git provider, a domain with its DNS records, a bucket, a certificate authority and a mailbox.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { type DnsRecord, type DnsReply, resolveFrom, startDnsServer } from '../../fixtures/dns-server.ts'
import { type Gitea, startGitea } from '../../fixtures/gitea.ts'
import type { GiteaRepository } from '../../fixtures/gitea-repositories.ts'
import { startPebble } from '../../fixtures/pebble.ts'
import { S3Server } from '../../fixtures/s3-server.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { startBrowser } from '../browser.ts'
import { buildDashboard } from '../dashboard.ts'
import { deployEnvironment } from '../deploy-test-env.ts'
import { type Instance, startInstance } from '../instance.ts'
import { sampleApp, type Version } from './sample-app.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
/** Ninety days, as public authorities issue them. */
const certificateSeconds = 7_776_000
export const ownDomain = 'harbor-coffee.com'

export interface PersonTestEnv extends AsyncDisposable {
  readonly instance: Instance
  readonly target: Target
  readonly browser: Browser
  readonly repository: GiteaRepository
  readonly gitea: Gitea
  readonly s3: S3Server
  /** Facts that the person knows, by name. */
  readonly facts: Readonly<Record<string, string>>
  setupLink(): Promise<string>
  /** The form at the registrar where the domain was bought. */
  addRecord(record: DnsRecord): void
  push(version: Version): Promise<string>
}

export interface PersonTestEnvOptions {
  /** A domain of the person, besides the one with the form: each of its names points to the server. */
  readonly otherDomain?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly baseImages?: readonly string[]
  /** False: the person finds an instance with open sign-up, on which others have accounts already. */
  readonly isNew?: boolean
}

export async function startPersonTestEnv(options: PersonTestEnvOptions = {}): Promise<PersonTestEnv> {
  const { otherDomain, baseImages = ['node:24-slim', 'postgres:17', 'redis:7'], isNew = true } = options
  await using stack = new AsyncDisposableStack()
  await buildDashboard()
  const records = zoneOf(ownDomain)
  const dns = stack.use(
    await startDnsServer(
      { address: '127.0.0.1' },
      (question) => sslipReply(question) ?? resolveFrom(records)(question),
    ),
  )
  const pebble = stack.use(await startPebble({ dns, certificateSeconds }))
  const gitea = stack.use(await startGitea())
  const owner = await gitea.createUser('ada')
  const token = await gitea.createToken(owner, ['write:repository', 'read:user', 'write:issue'])
  const s3 = stack.use(await S3Server.start())
  const target = stack.use(await startTarget({ hostname: 'fsn-1' }))
  await loadBaseImages(target, baseImages)
  if (otherDomain !== undefined) records.push(...zoneOf(otherDomain, target.address))
  const environment = {
    ...(await deployEnvironment()),
    SIGN_UP_MODE: isNew ? 'first-user' : 'open',
    ACME_DIRECTORY_URL: pebble.directory,
    ACME_CA_CERTIFICATE: pebble.root,
    ACME_EMAIL: `ops@${ownDomain}`,
    DNS_RESOLVERS: `127.0.0.1:${dns.port}`,
    DNS_AUTHORITY_PORT: String(dns.port),
    // A minute in production. No step of the record waits for it.
    DOMAIN_CHECK_SECONDS: '5',
    ...options.environment,
  }
  const instance = stack.use(await startInstance({ environment }))
  const repository = await gitea.createRepository(owner, { name: 'shop', isPrivate: true, files: sampleApp('first') })
  const domains = [ownDomain, ...(otherDomain === undefined ? [] : [otherDomain])]
  const names = ['*.sslip.io', ...domains.flatMap((domain) => [domain, `*.${domain}`])]
  const hosts = Object.fromEntries(names.map((name) => [name, target.address]))
  const browser = await startBrowser(hosts)
  stack.defer(() => browser.close())
  const owned = stack.move()
  return {
    instance,
    target,
    browser,
    repository,
    gitea,
    s3,
    facts: {
      instance: instance.url,
      email: 'ada@harbor-coffee.com',
      password: 'correct horse battery staple',
      organization: 'Harbor Coffee',
      server: target.address,
      privateKey: target.keys.root.privateKey.trim(),
      gitProvider: gitea.url,
      gitToken: token,
      repository: repository.url,
      domain: ownDomain,
      s3Endpoint: s3.endpoint,
      s3Bucket: s3.bucket,
      s3Region: s3.region,
      s3AccessKey: s3.accessKeyId,
      s3SecretKey: s3.secretAccessKey,
      colleague: 'grace@harbor-coffee.com',
    },
    async setupLink() {
      const env = { PATH: process.env.PATH ?? '', ...instance.environment }
      return (await run(process.execPath, [main, 'setup-link'], { env })).stdout.trim()
    },
    addRecord: (record) => void records.push(record),
    push: (version) => repository.push(sampleApp(version)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** With an address, each name of the domain points to it. */
function zoneOf(domain: string, address?: string): DnsRecord[] {
  return [
    { name: domain, type: 'SOA', value: domain },
    { name: domain, type: 'NS', value: `ns.${domain}` },
    { name: `ns.${domain}`, type: 'A', value: '127.0.0.1' },
    ...(address === undefined
      ? []
      : [domain, `*.${domain}`].map((name): DnsRecord => ({ name, type: 'A', value: address }))),
  ]
}

/** As sslip.io does: a name that contains an IPv4 address resolves to it. */
function sslipReply({ name, type }: { name: string; type: string }): DnsReply | undefined {
  const [, address] = /(?:^|[.-])(\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3})\.sslip\.io$/.exec(name) ?? []
  if (address === undefined) return undefined
  return { records: type === 'A' ? [{ name, type: 'A', value: address.replaceAll('-', '.') }] : [] }
}
