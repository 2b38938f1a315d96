/** Rejects a deployment whose services use parts of the server that no operator allows there. */
import { describeMissing } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { PlannedService } from '../deployment-plan.schemas.ts'
import type { DeploymentRecords, GrantlessReason } from './deploy.context.ts'
import type { Subject } from './deploy-step.context.ts'

const maxNamed = 5

export interface AllowedServices {
  services: PlannedService[]
  warnings: { code: string; message: string }[]
}

/**
 * Previews get no parts of a server, because anyone who can open a pull request could choose them. Neither do environments
 * from a template that a stranger wrote. Their services run without, with a warning.
 */
export async function applyAllowances(
  records: Pick<DeploymentRecords, 'allowances'>,
  subject: Subject,
  services: PlannedService[],
): Promise<AllowedServices> {
  if (services.every(({ configuration }) => grantsOf(configuration) === null)) return { services, warnings: [] }
  const { grantless, serverName, allowed } = await records.allowances(subject)
  if (grantless !== null) return withoutGrants(services, grantless)
  const missing = services.flatMap(({ name, configuration }) =>
    describeMissing(grantsOf(configuration) ?? {}, allowed).map((what) => `${name} uses ${what}.`),
  )
  if (missing.length === 0) return { services, warnings: [] }
  const more = missing.length > maxNamed ? ` ${missing.length - maxNamed} more.` : ''
  const message = `The server ${serverName} doesn't allow this. ${missing.slice(0, maxNamed).join(' ')}${more}`
  throw new PermanentError('allowance_required', message)
}

const whose = {
  preview: 'previews never get them',
  template: "environments from someone else's template never get them",
} as const

function withoutGrants(services: readonly PlannedService[], reason: GrantlessReason): AllowedServices {
  const stripped = services.filter(({ configuration }) => grantsOf(configuration) !== null)
  return {
    services: services.map((service) => {
      const { configuration } = service
      if (configuration.container === null) return service
      return {
        ...service,
        configuration: { ...configuration, container: { ...configuration.container, grants: null } },
      }
    }),
    warnings: stripped.map(({ name }) => ({
      code: `${reason}_without_grants`,
      message: `${name} runs without paths, devices, and capabilities of the server: ${whose[reason]}.`,
    })),
  }
}

function grantsOf({ container }: PlannedService['configuration']) {
  return container?.grants ?? null
}
