import type { Domain } from '@longshore/sdk'
import { deleteDomain, getDomain, listDomains, verifyDomain } from '@longshore/sdk/operations'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

export function DomainMenu({ domain, onGone }: { domain: Domain; onGone?: () => void }) {
  const domains = text.domains
  const { id, unicodeHostname: name } = domain
  const [isRemoving, setRemoving] = useState(false)
  const notify = useDeletedNotice()
  const verify = useAction(verifyDomain, {
    refreshes: [getDomain, listDomains],
    onDone: () => toast(domains.verifying),
  })
  const remove = useAction(deleteDomain, {
    refreshes: [listDomains],
    onDone() {
      setRemoving(false)
      notify({ name, message: domains.removed(name), items: [{ kind: 'domain', resourceId: id }] })
      onGone?.()
    },
  })
  return (
    <>
      <ActionMenu
        label={name}
        actions={[
          {
            label: domains.verify,
            icon: <RefreshCw aria-hidden size={15} />,
            onSelect: () => void verify.run({ id }),
            call: { operation: verifyDomain, parameters: { id }, cli: `longshore domain verify ${domain.hostname}` },
          },
          null,
          {
            label: domains.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setRemoving(true),
            call: { operation: deleteDomain, parameters: { id } },
          },
        ]}
      />
      <DeleteDialog
        title={domains.removeTitle(name)}
        action={domains.remove}
        isOpen={isRemoving}
        deletion={remove}
        onConfirm={() => remove.must({ id })}
        onClose={() => setRemoving(false)}
      >
        <p>{domains.removeNote}</p>
      </DeleteDialog>
    </>
  )
}
