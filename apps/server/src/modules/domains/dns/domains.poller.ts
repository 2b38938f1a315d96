/** Checks domains that are due. These checks aren't workflow runs, because most find nothing new. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import type { Log } from '../../../platform/log/log.ts'
import { checkDomain, type DomainCheckTools } from './check-domain.poller.ts'
import { type DueDomain, takeDueDomains } from './domains.system-repository.ts'

/** Maximum number of parallel checks for one organization. */
const turns = 6
/** Delay of a domain whose worker crashes during a check. */
const againMs = 90_000

export function createDomainChecks({ tools, log }: { tools: DomainCheckTools; log: Log }): BackgroundLoop {
  const running: OrganizationId[] = []
  const busy = () => running.filter((each) => running.filter((other) => other === each).length >= turns)
  return poller<DueDomain>({
    name: 'domains',
    everyMs: 500,
    log,
    atOnce: 16,
    visitMs: 60_000,
    isTaken: true,
    takeDue: ({ free: limit }) =>
      takeDueDomains(tools.database.systemDb, { limit, turns, busy: [...new Set(busy())], againMs }),
    keyOf: ({ id }) => id,
    async visit(due, signal) {
      running.push(due.organizationId)
      try {
        await checkDomain(tools, due, signal)
      } finally {
        running.splice(running.indexOf(due.organizationId), 1)
      }
    },
  })
}
