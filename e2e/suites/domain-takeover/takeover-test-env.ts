/** Two organisations: one that has a hostname, and one that wants it. */
import type { SignedIn } from '../../support/client.ts'
import { serverV4 } from '../../support/dns/cases.ts'
import { check, type Json, type MatrixWorld, register } from '../../support/dns/matrix-test-env.ts'
import type { Report } from '../../support/report.ts'

export interface TakeoverWorld extends MatrixWorld {
  attacker: SignedIn
  attackerServerId: string
  trial: Trial
}

/** Counts tricks, and those that worked. */
export interface Trial {
  tried: number
  worked: number
  fails(trick: string, isHarmless: boolean): void
}

export function makeTrial(report: Report): Trial {
  return {
    tried: 0,
    worked: 0,
    fails(trick, isHarmless) {
      this.tried += 1
      if (!report.expect(isHarmless, trick)) this.worked += 1
    },
  }
}

/** A registered zone with a hostname in it that leads to the server, proven and verified. */
export async function makeOwned(world: TakeoverWorld, hostname: string): Promise<Json> {
  const { report, dns, person } = world
  const domain = await register(world, person, hostname)
  dns.addZone(domain.apexDomain)
  prove(world, domain)
  dns.add(hostname, 'A', serverV4)
  const owned = await check(world, person, domain.id)
  report.expect(owned.status === 'verified', `${hostname} is verified to begin with: ${owned.error?.code}`)
  return owned
}

/** As if whoever registered it had control of the zone. */
export function prove({ dns }: TakeoverWorld, { verification }: Json): void {
  dns.add(verification.txtName, 'TXT', verification.txtValue)
}

export const codeOf = (domain: Json): string | null => domain.error?.code ?? null

export const isProven = (domain: Json): boolean => domain.verification.verifiedAt !== null
