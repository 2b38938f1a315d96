/** Vendors by the name of the channel kind. */
import { discordVendor } from './discord.ts'
import { gotifyVendor } from './gotify.ts'
import { ntfyVendor } from './ntfy.ts'
import { slackVendor } from './slack.ts'
import { teamsVendor } from './teams.ts'
import { telegramVendor } from './telegram.ts'
import type { Vendor } from './vendor.ts'
import { webhookVendor } from './webhook.ts'

export const httpVendorKinds = ['slack', 'discord', 'telegram', 'teams', 'ntfy', 'gotify', 'webhook'] as const
export type HttpVendorKind = (typeof httpVendorKinds)[number]

export function vendorsWith(webhookKey: () => string): Record<HttpVendorKind, Vendor> {
  return {
    slack: slackVendor,
    discord: discordVendor,
    telegram: telegramVendor,
    teams: teamsVendor,
    ntfy: ntfyVendor,
    gotify: gotifyVendor,
    webhook: webhookVendor(webhookKey),
  }
}
