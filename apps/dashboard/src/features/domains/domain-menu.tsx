import type { Domain } from '@longshore/sdk'
import { deleteDomain, getDomain, listDomains, verifyDomain } from '@longshore/sdk/operations'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyAsCurl } from '../../ui/copy-as-curl.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { toast } from '../../ui/toasts.tsx'

export function DomainMenu({ domain, onGone }: { domain: Domain; onGone?: () => void }) {
  const domains = text.domains
  const { id, unicodeHostname: name } = domain
  const [isRemoving, setRemoving] = useState(false)
  const verify = useAction(verifyDomain, {
    refreshes: [getDomain, listDomains],
    onDone: () => toast(domains.verifying),
  })
  const remove = useAction(deleteDomain, {
    refreshes: [listDomains],
    onDone() {
      setRemoving(false)
      toast(domains.removed(name))
      onGone?.()
    },
  })
  return (
    <>
      <MoreMenu
        label={name}
        items={[
          { label: domains.verify, icon: <RefreshCw aria-hidden size={15} />, onSelect: () => void verify.run({ id }) },
          copyAsCurl(verifyDomain, { id }),
          null,
          {
            label: domains.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      <ConfirmDialog
        title={domains.removeTitle(name)}
        action={domains.remove}
        isOpen={isRemoving}
        isBusy={remove.isBusy}
        error={remove.error}
        onConfirm={() => remove.run({ id })}
        onClose={() => setRemoving(false)}
      >
        {domains.removeNote}
      </ConfirmDialog>
    </>
  )
}
