import { expect, test } from 'vitest'
import { type ConnectorConfigs, connectorConfigs, connectorKinds } from './connector-configs.schemas.ts'

const sampleConfigs: ConnectorConfigs = {
  email: { to: 'ada@example.com' },
  slack: { url: 'https://hooks.slack.com/services/sample' },
  discord: { url: 'https://discord.com/api/webhooks/sample' },
  telegram: { token: '123456789:sample-sample-sample-sample', chatId: '-1001234567890' },
  teams: { url: 'https://prod-01.westeurope.logic.azure.com/workflows/sample' },
  ntfy: { topic: 'sample' },
  gotify: { url: 'https://gotify.example.com', token: 'sample' },
  webhook: { url: 'https://example.com/hooks/longshore' },
}

test.each(connectorKinds)('%s accepts its sample and nothing else', (kind) => {
  expect(connectorConfigs[kind].safeParse(sampleConfigs[kind]).success).toBe(true)
  expect(connectorConfigs[kind].safeParse({ ...sampleConfigs[kind], more: 1 }).success).toBe(false)
  expect(connectorConfigs[kind].safeParse({}).success).toBe(false)
})

test.each([
  'ftp://example.com/x', 'https://', 'https://a@example.com/x', 'https://:@example.com/x', 'https://example.com/#x', 'https://example.com\\@evil.example/',
  ' https://example.com/', 'https://example.com/\n', 'https://exämple.com/', 'javascript:alert(1)', `https://example.com/${'x'.repeat(2_000)}`, 'http:example.com',
])("%j isn't a valid URL", (url) => {
  expect(connectorConfigs.webhook.safeParse({ url }).success).toBe(false)
}) // biome-ignore format: a list

test.each([
  'https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4', 'https://outlook.office.com/webhook/1',
])('%s no longer exists', (url) => {
  expect(connectorConfigs.teams.safeParse({ url }).success).toBe(false)
}) // biome-ignore format: a list

test("stores a server's base URL without a trailing slash", () => {
  expect(connectorConfigs.gotify.parse({ url: 'https://g.example.com/sub/', token: 'x' }).url).toBe(
    'https://g.example.com/sub',
  )
})

test.each(['123', '../../x', '1:short', '123456:abcdefghijklmnopqrst/../x', '123456:abcdefghij klmnopqrstu'])(
  "%j isn't a bot token",
  (token) => {
    expect(connectorConfigs.telegram.safeParse({ token, chatId: '1' }).success).toBe(false)
  },
)
