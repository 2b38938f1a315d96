/** A service as it was answered → as it is sent: without what only the server knows. */
import type { Service, ServiceRequest } from '@longshore/sdk'

export function toServiceRequest(service: Service): ServiceRequest {
  const {
    id: _id,
    tunnel: _tunnel,
    ownedByFile: _owned,
    createdAt: _created,
    updatedAt: _updated,
    ...request
  } = service
  return request
}

/** The whole list is sent, so the others go along as they are. */
export function withService(
  services: readonly Service[],
  changed: ServiceRequest,
  nameBefore = changed.name,
): ServiceRequest[] {
  const isKnown = services.some(({ name }) => name === nameBefore)
  const all = services.map((each) => (each.name === nameBefore ? changed : toServiceRequest(each)))
  return isKnown ? all : [...all, changed]
}
