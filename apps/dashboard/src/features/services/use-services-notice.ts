/** Says that a compose file or template was saved, and offers to undo the removal of services. */
import type { Service } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { findRemoved } from './removed-services.ts'

export function useServicesNotice(): (saved: { services: readonly Service[]; message: string }) => void {
  const { services: before } = useEnvironment()
  const notify = useDeletedNotice()
  return ({ services, message }) => {
    const removed = findRemoved(before, services)
    if (removed === undefined) toast(message)
    else notify({ ...removed, message: `${message} ${text.services.removed(removed.name)}` })
  }
}
