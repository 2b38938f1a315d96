/** One config of each kind, for previews; none of it is real. */
import type { ConnectorConfigs } from './connector-configs.schemas.ts'

export const sampleConfigs: ConnectorConfigs = {
  email: { to: 'ada@example.com' },
  slack: { url: 'https://hooks.slack.com/services/sample' },
  discord: { url: 'https://discord.com/api/webhooks/sample' },
  telegram: { token: '123456789:sample-sample-sample-sample', chatId: '-1001234567890' },
  teams: { url: 'https://prod-01.westeurope.logic.azure.com/workflows/sample' },
  ntfy: { topic: 'sample' },
  gotify: { url: 'https://gotify.example.com', token: 'sample' },
  webhook: { url: 'https://example.com/hooks/longshore' },
}
