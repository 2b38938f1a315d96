import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Diff } from '../../ui/diff.tsx'
import type { DiffLine } from '../../ui/diff-lines.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Plot } from '../../ui/plot.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QrCode } from '../../ui/qr/qr-code.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const wave = Array.from({ length: 60 }, (_, index) => 2 + Math.sin(index / 6) + (index % 7) / 10)
const gapped = wave.map((value, index) => (index > 20 && index < 28 ? null : value))
const from = '2026-01-01T10:00:00.000Z'

interface Row {
  name: string
  size: number
  isLive: boolean
}

const rows: readonly Row[] = [
  { name: '#143', size: 48_200_000, isLive: true },
  { name: '#142', size: 51_700_000, isLive: false },
]
const columns: readonly Column<Row>[] = [
  { title: 'Number', cell: ({ name }) => name },
  {
    title: 'Status',
    cell: ({ isLive }) => <Status tone={isLive ? 'good' : 'idle'}>{isLive ? 'Live' : 'Retired'}</Status>,
  },
  { title: 'Image', isNumber: true, isMinor: true, cell: ({ size }) => formatBytes(size) },
]
const lines: readonly DiffLine[] = [
  { kind: 'same', text: 'PORT=3000' },
  { kind: 'removed', text: 'LOG_LEVEL=debug' },
  { kind: 'added', text: 'LOG_LEVEL=info' },
  { kind: 'gap', text: '3 lines' },
]

export function DataSection() {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Card isFlush title="Table">
        <Table label="Deployments" rows={rows} columns={columns} keyOf={({ name }) => name} />
      </Card>
      <Card title="Facts and code">
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { name: 'Branch', value: <code>{'main'}</code> },
              { name: 'Started', value: <RelativeTime at={from} /> },
              { name: 'Two-factor secret', value: <QrCode value="otpauth://totp/Longshore" label="Setup code" /> },
            ]}
          />
          <CodeBlock label="Setup command">
            {'curl -fsSL https://longshore.example/install.sh | sh -s -- --server fra-1 --token …'}
          </CodeBlock>
          <Diff label="Changes" lines={lines} />
        </div>
      </Card>
      <Card title="Meters and small lines">
        <div className="flex flex-col gap-4">
          <Meter label="CPU" share={0.42} />
          <Meter label="Memory" share={0.8} value="6.4 of 8 GB" />
          <Meter label="Disk" share={0.96} />
          <Meter label="Unknown" share={null} />
          <ProgressBar label="Upload" value={40} max={100} />
          <div className="flex flex-wrap gap-6">
            <Sparkline values={wave} label="CPU of the last hour" />
            <Sparkline
              values={gapped}
              label="Requests of the last hour"
              format={(value) => value.toFixed(1)}
              className="h-10 w-40 text-accent"
            />
          </div>
        </div>
      </Card>
      <Card title="Charts">
        <div className="flex flex-col gap-4">
          <Plot
            title="CPU"
            from={from}
            stepSeconds={60}
            lines={[{ label: 'CPU', color: 'accent', values: gapped }]}
            format={(value) => value.toFixed(1)}
          />
          <Plot
            title="Empty"
            from={from}
            stepSeconds={60}
            lines={[{ label: 'CPU', color: 'accent', values: [] }]}
            format={(value) => value.toFixed(1)}
          />
        </div>
      </Card>
    </div>
  )
}
