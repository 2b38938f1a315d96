/** Initial facts about the server that later steps need: plain data, stored in the journal. */
import { z } from 'zod'
import type { Evidence } from './evidence/evidence.ts'

export const Baseline = z.object({
  account: z.object({ name: z.string(), uid: z.number(), groups: z.array(z.string()) }),
  session: z.object({ clientAddress: z.string(), serverPort: z.number() }),
  /** Home folder of the account, if its path is plain. */
  home: z.string().nullable(),
  listensBy: z.enum(['service', 'socket']),
  /** Accounts whose sshd configuration was read. */
  names: z.array(z.string()),
  /** True if Docker was running. */
  hasDocker: z.boolean(),
  /** Published ports of containers that accepted connections. */
  ports: z.array(z.object({ address: z.string(), port: z.number() })),
})
export type Baseline = z.output<typeof Baseline>

export function baselineOf(evidence: Evidence, ports: Baseline['ports']): Baseline {
  return {
    account: { ...evidence.account, groups: [...evidence.account.groups] },
    session: evidence.session,
    home: evidence.people.find((person) => person.name === evidence.account.name)?.home ?? null,
    listensBy: evidence.ssh.listensBy,
    names: [...evidence.ssh.effective.keys()],
    hasDocker: evidence.docker.isInstalled && evidence.units.get('docker.service')?.isActive === true,
    ports,
  }
}
