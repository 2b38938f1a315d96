/** Links in notifications, commit statuses and comments come from one function, and each of its pages is opened. */

import { type PageLink, pageLinks } from '../../../apps/server/src/testing/internals/links.ts'
import { noticeEvents } from '../../../apps/server/src/testing/internals/notices.ts'
import { messageOf, samplePayload } from '../../../apps/server/src/testing/internals/notifications.ts'
import type { Places } from '../../support/dashboard-pages.ts'
import { type LinksTestEnv, openPage } from './opening.ts'

type Name = keyof typeof pageLinks

/** A missing name doesn't compile, so every new kind of link is opened here. */
function linksTo(places: Places): Record<Name, PageLink> {
  const { environmentId } = places
  return {
    alerts: pageLinks.alerts(),
    backups: pageLinks.backups(environmentId),
    connector: pageLinks.connector(places.connectorId),
    deployment: pageLinks.deployment(environmentId, places.failedDeploymentId),
    device: pageLinks.device('none'),
    domain: pageLinks.domain(places.domainId),
    environment: pageLinks.environment(environmentId),
    environmentDomains: pageLinks.environmentDomains(environmentId),
    failure: pageLinks.failure('build_failed'),
    githubAppCallback: pageLinks.githubAppCallback(),
    githubAppInstalled: pageLinks.githubAppInstalled(),
    instance: pageLinks.instance(),
    server: pageLinks.server(places.serverId),
    team: pageLinks.team(),
    tokens: pageLinks.tokens(),
    acceptInvitation: pageLinks.acceptInvitation('none'),
    resetPassword: pageLinks.resetPassword('none'),
    setup: pageLinks.setup('none'),
  }
}

/** These pages exist, but report that the test's made-up token or code is invalid. */
const complaining: ReadonlySet<string> = new Set<Name>([
  'githubAppCallback',
  'githubAppInstalled',
  'acceptInvitation',
  'device',
])

export async function openLinkedPages({ places, visitor, links }: LinksTestEnv): Promise<void> {
  const opened = await visitor.open()
  for (const [name, { path }] of Object.entries(linksTo(places))) {
    const fault = await openPage(opened, path)
    links.note(path, complaining.has(name) && fault?.startsWith('shows a problem') ? undefined : fault)
  }
  await opened.page.close()
}

/** Each event's message opens one of those pages. */
export async function checkMessages({ report, places }: LinksTestEnv): Promise<void> {
  const shapes = new Set(Object.values(linksTo(places)).map(({ path }) => shapeOf(path)))
  const context = { id: 'dlv_1', severity: 'info', occurredAt: new Date(0), publicUrl: '' } as const
  for (const event of noticeEvents) {
    const { link } = messageOf(samplePayload(event), context)
    report.expect(link !== undefined && shapes.has(shapeOf(link)), `${event} links ${link}`)
  }
  report.figure('events', noticeEvents.length)
}

/** `/servers/srv_1` and `/servers/srv_2` are the same kind of page. */
function shapeOf(path: string): string {
  return path.replaceAll(/\/[a-z]{3}_[^/]+/g, '/:id')
}
