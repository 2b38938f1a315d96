/**
 * A small internet on loopback: two resolvers, two name servers, and a network that counts as a CDN. They share one
 * list of records, and a case can override their responses.
 */
import {
  type AnswerDns,
  answerFrom,
  type DnsQuestion,
  type DnsRecord,
  type DnsReply,
  type DnsServerFixture,
  resolveFrom,
  startDnsServer,
} from '../../fixtures/dns-server.ts'

export type Speaker = 'resolver1' | 'resolver2' | 'authority1' | 'authority2'

/** Addresses of this process alone, because two such test environments can run at the same time. */
export const loopback = `127.${1 + (process.pid % 250)}`

/** Where each listens; name servers need one port, since DNS knows no other. */
const places: Record<Speaker, string> = {
  resolver1: `${loopback}.53.1`,
  resolver2: `${loopback}.53.2`,
  authority1: `${loopback}.53.11`,
  authority2: `${loopback}.53.12`,
}
export const cdnNetwork = `${loopback}.54.0/24`

/** A server's response about a name and everything below it; undefined for the list's records. */
type Special = (question: DnsQuestion) => DnsReply | undefined

export class DnsTestEnv implements AsyncDisposable {
  readonly records: DnsRecord[] = [
    { name: '.', type: 'NS', value: 'a.root.example' },
    { name: 'ns1.dns-host.net', type: 'A', value: places.authority1 },
    { name: 'ns2.dns-host.net', type: 'A', value: places.authority2 },
  ]
  readonly servers: DnsServerFixture[] = []
  readonly #specials: { speaker: Speaker; domain: string; special: Special }[] = []

  static async start(): Promise<DnsTestEnv> {
    const testEnv = new DnsTestEnv()
    for (const [speaker, address] of Object.entries(places) as [Speaker, string][]) {
      const port = testEnv.servers[0]?.port ?? 0
      testEnv.servers.push(await startDnsServer({ address, port }, (question) => testEnv.#answer(speaker, question)))
    }
    return testEnv
  }

  get port(): number {
    return this.servers[0]?.port ?? 0
  }

  /** Settings of an instance that uses these servers. */
  get environment(): Record<string, string> {
    return {
      DNS_RESOLVERS: `${places.resolver1}:${this.port},${places.resolver2}:${this.port}`,
      DNS_AUTHORITY_PORT: String(this.port),
      DOMAIN_CHECK_SECONDS: '1',
      API_REQUESTS_PER_MINUTE: '100000',
      CDN_RANGES: `edge=${cdnNetwork}`,
      OUTBOUND_ALLOW: `127.0.0.1:1024-65535,${loopback}.53.0/24:${this.port},${cdnNetwork}:80`,
    }
  }

  /** A registered domain with name servers. */
  addZone(name: string): void {
    this.add(name, 'SOA', name)
    this.add(name, 'NS', 'ns1.dns-host.net')
    this.add(name, 'NS', 'ns2.dns-host.net')
  }

  add(name: string, type: DnsRecord['type'], ...values: string[]): void {
    for (const value of values) this.records.push({ name, type, value })
  }

  remove(name: string, type: DnsRecord['type']): void {
    const kept = this.records.filter((record) => record.name !== name || record.type !== type)
    this.records.splice(0, this.records.length, ...kept)
  }

  say(speakers: readonly Speaker[], domain: string, special: Special): void {
    for (const speaker of speakers) this.#specials.push({ speaker, domain, special })
  }

  #answer(speaker: Speaker, question: DnsQuestion): DnsReply {
    for (const { speaker: who, domain, special } of this.#specials) {
      const isMeant = question.name === domain || question.name.endsWith(`.${domain}`)
      const reply = who === speaker && isMeant ? special(question) : undefined
      if (reply !== undefined) return reply
    }
    const from: (records: readonly DnsRecord[]) => AnswerDns = speaker.startsWith('resolver') ? resolveFrom : answerFrom
    return from(this.records)(question)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) await server[Symbol.asyncDispose]()
  }
}
