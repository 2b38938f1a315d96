import { Copy, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonKind, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toasts.tsx'

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger']
const ranges = ['1 h', '24 h', '7 d'].map((label) => ({ value: label, label }))
const menu = [
  { label: 'Restart', icon: <RefreshCw aria-hidden size={15} />, onSelect: () => toast('Restarted.') },
  { label: 'Duplicate', icon: <Copy aria-hidden size={15} />, isDisabled: true, onSelect: () => undefined },
  null,
  { label: 'Delete', icon: <Trash2 aria-hidden size={15} />, isDanger: true, onSelect: () => undefined },
]

export function ControlsSection() {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Card title="Buttons">
        <div className="flex flex-col gap-3">
          {kinds.map((kind) => (
            <div key={kind} className="flex flex-wrap gap-2">
              <Button kind={kind}>{kind}</Button>
              <Button kind={kind} icon={<Plus aria-hidden size={15} />}>
                {'Add'}
              </Button>
              <Button kind={kind} isBusy>
                {'Busy'}
              </Button>
              <Button kind={kind} disabled>
                {'Disabled'}
              </Button>
            </div>
          ))}
          <div className="flex items-center gap-1">
            <IconButton label="Refresh" icon={<RefreshCw aria-hidden size={16} />} />
            <IconButton label="Refresh (disabled)" icon={<RefreshCw aria-hidden size={16} />} disabled />
            <CopyIcon value="text" label="Copy the text" />
            <MoreMenu items={menu} />
          </div>
        </div>
      </Card>
      <Card title="Choices">
        <Choices />
      </Card>
      <Card title="Navigation and dialogs">
        <Overlays />
      </Card>
    </div>
  )
}

function Choices() {
  const [range, setRange] = useState('24 h')
  const [status, setStatus] = useState('all')
  const [isOn, setOn] = useState(true)
  const [search, setSearch] = useState('')
  const [builder, setBuilder] = useState<'auto' | 'image'>('auto')
  return (
    <div className="flex flex-col items-start gap-4">
      <SegmentedControl label="Range" choices={ranges} value={range} onChange={setRange} />
      <div className="flex flex-wrap gap-2">
        <Select
          label="Status"
          value={status}
          onChange={setStatus}
          choices={[
            ['all', 'All statuses'],
            ['live', 'Live'],
            ['failed', 'Failed'],
          ]}
        />
        <SearchBox value={search} onChange={setSearch} />
      </div>
      <Checkbox label="Deploy on every push" help="Needs a webhook." value={isOn} onChange={setOn} />
      <Checkbox label="Clear the build cache" value={!isOn} onChange={(value) => setOn(!value)} />
      <ChoiceCards
        label="Builder"
        value={builder}
        onChange={setBuilder}
        choices={[
          { value: 'auto', label: 'Detect automatically', note: 'Longshore reads the repository.' },
          { value: 'image', label: 'Prebuilt image' },
        ]}
      />
    </div>
  )
}

function Overlays() {
  const [opened, setOpened] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-col gap-4">
      <TabLinks
        label="Tabs"
        tabs={[
          { label: 'Gallery', to: '/gallery' },
          { label: 'Deployments', to: '/gallery/deployments', count: 3 },
          { label: 'Settings', to: '/gallery/settings' },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened('dialog')}>{'Open a dialog'}</Button>
        <Button onClick={() => setOpened('confirm')}>{'Confirm a deletion'}</Button>
        <Button onClick={() => toast('Saved.')}>{'Show a message'}</Button>
      </div>
      <Disclosure title="More settings">
        <p className="text-sm">{'These are rarely needed.'}</p>
      </Disclosure>
      <Dialog
        title="Add domain"
        note="The record appears in the next step."
        isOpen={opened === 'dialog'}
        onClose={close}
      >
        <p className="text-sm">{'The content of a dialog.'}</p>
      </Dialog>
      <ConfirmDialog
        title="Delete environment"
        action="Delete"
        nameToType="staging"
        isOpen={opened === 'confirm'}
        isBusy={false}
        error={null}
        onConfirm={close}
        onClose={close}
      >
        {'Deletes the containers and volumes of this environment.'}
      </ConfirmDialog>
    </div>
  )
}
