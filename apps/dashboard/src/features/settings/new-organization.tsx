import { Plus } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OrganizationForm } from './organization-form.tsx'

const words = text.settings.create

export function NewOrganization() {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button icon={<Plus aria-hidden size={15} />} onClick={() => setOpen(true)}>
      {words.open}
    </Button>
  )
  return (
    <>
      <Card title={words.title} note={words.note} actions={button} />
      <Dialog title={words.title} note={words.note} isOpen={isOpen} onClose={() => setOpen(false)}>
        <OrganizationForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
