import type { Connector, NotificationDelivery } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Status, type Tone } from '../../ui/status.tsx'

const tones: Record<Connector['status'], Tone> = { active: 'good', failing: 'bad', disabled: 'paused' }
const deliveryTones: Record<NotificationDelivery['status'], Tone> = {
  waiting: 'busy',
  delivered: 'good',
  failed: 'bad',
}

export function ConnectorStatus({ status }: { status: Connector['status'] }) {
  return <Status tone={tones[status]}>{text.connectors.status[status]}</Status>
}

export function DeliveryStatus({ status }: { status: NotificationDelivery['status'] }) {
  return <Status tone={deliveryTones[status]}>{text.connectors.log.status[status]}</Status>
}
