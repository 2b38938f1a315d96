/** Plans the organization itself: name, quotas, members, and alert rules. */
import {
  createInvitation,
  listInvitations,
  removeMember,
  updateAlertSettings,
  updateMember,
  updateOrganization,
  withdrawInvitation,
} from '@longshore/sdk/operations'
import { collectItems } from '../../connection/collect-items.ts'
import type { InstanceFile, MemberEntry } from '../instance-file.ts'
import { listInvited } from '../to-file.ts'
import { planList } from './plan-list.ts'
import { compareFields, createOnce, type Planner, send } from './planner.ts'

export function planOrganization(planner: Planner, { organization, alertRules }: InstanceFile): void {
  if (organization !== undefined) {
    planSettings(planner, organization)
    planMembers(planner, organization.members)
  }
  if (alertRules !== undefined) planAlertRules(planner, alertRules)
}

function planSettings(planner: Planner, wanted: NonNullable<InstanceFile['organization']>): void {
  const { instance, current } = planner
  const changes = compareFields(planner, wanted, current.organization ?? {}, ['members'])
  if (changes.length === 0) {
    planner.unchanged += 1
    return
  }
  const { id, name, version } = instance.organization
  const body = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  planner.items.push({
    action: 'change',
    kind: 'organization',
    name: wanted.name ?? name,
    changes,
    phase: 'connections',
    run: async () => void (await send(planner, updateOrganization, { id, body }, version)),
  })
}

function planAlertRules(planner: Planner, wanted: NonNullable<InstanceFile['alertRules']>): void {
  const { instance, current } = planner
  const changes = compareFields(planner, wanted, current.alertRules ?? {})
  planner.unchanged += Object.keys(wanted).length - changes.length
  if (changes.length === 0) return
  const rules = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  planner.items.push({
    action: 'change',
    kind: 'alert rules',
    name: changes.map(({ field }) => field).join(', '),
    changes,
    phase: 'connections',
    run: async () => void (await send(planner, updateAlertSettings, { body: { rules } }, instance.alerts.version)),
  })
}

function planMembers(planner: Planner, entries: readonly MemberEntry[] | undefined): void {
  const { client, instance } = planner
  const { id } = instance.organization
  const members = instance.members.map((each) => ({ ...each, isMember: true }))
  const invited = listInvited(instance).map((each) => ({ ...each, version: 0, isMember: false }))
  const known = new Map([...members, ...invited].map((each) => [each.id, each]))
  const keyOf = ({ email }: { email: string }) => email.toLowerCase()
  const invite = async ({ email, role }: MemberEntry) => {
    const exists = async () =>
      (await collectItems(client.items(listInvitations, { id }))).some((each) => keyOf(each) === keyOf({ email }))
    await createOnce(client, createInvitation, { id, body: { email, role } }, { name: email, content: role, exists })
  }
  planList<MemberEntry>(planner, {
    kind: 'member',
    phase: 'connections',
    entries: entries?.map((each) => ({ ...each, email: keyOf(each) })),
    existing: [...known.values()].map((each) => ({
      name: keyOf(each),
      entry: { email: keyOf(each), role: each.role },
      id: each.id,
      version: each.version,
    })),
    nameOf: keyOf,
    create: (entry) => ({ run: () => invite(entry), note: 'sends an invitation' }),
    change: (existing, entry) => {
      const isMember = known.get(existing.id)?.isMember === true
      const change = async () =>
        void (await send(
          planner,
          updateMember,
          { id, memberId: existing.id, body: { role: entry.role } },
          existing.version,
        ))
      const replace = async () => {
        await client.call(withdrawInvitation, { id, invitationId: existing.id })
        await invite(entry)
      }
      return isMember ? { run: change } : { run: replace, note: 'replaces the invitation' }
    },
    remove: (existing) => {
      const each = known.get(existing.id)
      if (each?.isMember === false) return () => client.call(withdrawInvitation, { id, invitationId: existing.id })
      // An organization without its owners can't be repaired with a file.
      if (each?.role === 'owner') return undefined
      return () => client.call(removeMember, { id, memberId: existing.id })
    },
  })
}
