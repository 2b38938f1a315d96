/** Two organizations: one that owns a hostname, and one that wants it. */
import type { Domain } from '@longshore/sdk'
import type { SignedIn } from '../../support/client.ts'
import { serverV4 } from '../../support/dns/cases.ts'
import { check, type MatrixTestEnv, register } from '../../support/dns/matrix-test-env.ts'
import type { Report } from '../../support/report.ts'

export interface TakeoverTestEnv extends MatrixTestEnv {
  attacker: SignedIn
  attackerServerId: string
  trial: Trial
}

/** Counts attacks, and those that worked. */
export interface Trial {
  tried: number
  worked: number
  fails(trick: string, isSafe: boolean): void
}

export function makeTrial(report: Report): Trial {
  return {
    tried: 0,
    worked: 0,
    fails(trick, isSafe) {
      this.tried += 1
      if (!report.expect(isSafe, trick)) this.worked += 1
    },
  }
}

/** A registered zone with a hostname in it that points to the server, proven and verified. */
export async function makeOwned(testEnv: TakeoverTestEnv, hostname: string): Promise<Domain> {
  const { report, dns, person } = testEnv
  const domain = await register(testEnv, person, hostname)
  dns.addZone(domain.apexDomain)
  prove(testEnv, domain)
  dns.add(hostname, 'A', serverV4)
  const owned = await check(testEnv, person, domain.id)
  report.expect(owned.status === 'verified', `${hostname} is verified to begin with: ${owned.error?.code}`)
  return owned
}

/** Acts as if the registrant had control of the zone. */
export function prove({ dns }: TakeoverTestEnv, { verification }: Domain): void {
  dns.add(verification.txtName, 'TXT', verification.txtValue)
}

export const codeOf = (domain: Domain): string | null => domain.error?.code ?? null

export const isProven = (domain: Domain): boolean => domain.verification.verifiedAt !== null
