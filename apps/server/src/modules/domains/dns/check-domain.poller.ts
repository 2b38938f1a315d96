/**
 * Checks one domain: queries DNS, then writes all results in one transaction. Idempotent. A check that was overtaken by
 * a deletion writes nothing.
 */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { challengeValue } from './domain-challenge.crypto.ts'
import type { Fault } from './domain-faults.policy.ts'
import { decideStatus, proofPatienceMs } from './domain-status.policy.ts'
import { publishDomainUpdated } from './domains.events.ts'
import {
  type DomainRow,
  findDomain,
  forbidServing,
  lapseProof,
  lockDomain,
  markProofMissing,
  saveCheck,
} from './domains.repository.ts'
import { claimHostname, type DueDomain, findFormerHolders } from './domains.system-repository.ts'
import { type DomainEvaluation, evaluateDomain, type Wanted } from './evaluate-domain.policy.ts'
import { challengeName } from './hostname.policy.ts'
import { notifyFailedDomain } from './notify-failed-domain.action.ts'
import { isProofRequired } from './proof-required.query.ts'
import { type SurveyTools, surveyDomain } from './survey-domain.client.ts'

/** Facts from other modules about where a hostname should point. */
export interface DomainPlaces {
  read(
    tx: Tx,
    organizationId: OrganizationId,
    hostname: string,
  ): Promise<{ addresses: readonly string[]; isAttached: boolean; environmentId?: Id<'env'> | null }>
  /** Call it when serving or issuance changed, so the proxy gets a new configuration. */
  touch(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<void>
}

export interface DomainCheckTools extends SurveyTools {
  database: Database
  places: DomainPlaces
  instanceId: string
  isSignUpOpen: boolean
  issuers: readonly string[]
  everyMs: number
  /** Returns whether our proxy responds to a request to the hostname. */
  reach(row: DomainRow, signal: AbortSignal): Promise<boolean>
}

export async function checkDomain(tools: DomainCheckTools, due: DueDomain, signal: AbortSignal): Promise<void> {
  const { database, places } = tools
  const { organizationId, id } = due
  const isTxtRequired = await isProofRequired(tools)
  const known = await database.tenant(organizationId, async (tx) => {
    const row = await findDomain(tx, organizationId, id)
    return row === undefined ? undefined : { row, place: await places.read(tx, organizationId, row.hostname) }
  })
  if (known === undefined) return
  const { row, place } = known
  const wanted: Wanted = {
    hostname: row.hostname,
    txtName: challengeName(row.hostname),
    txtValue: challengeValue(tools.instanceId, { organizationId, hostname: row.hostname }),
    // An organization that never needed a record needs one once another organization has shown theirs.
    isTxtRequired: isTxtRequired && (row.proof !== 'only_organization' || row.proof_missing_since !== null),
    issuers: tools.issuers,
    ...place,
  }
  const survey = await surveyDomain(tools, { ...wanted, apexDomain: row.apex_domain }, signal)
  const isReached = survey.cdn !== null && place.isAttached ? await tools.reach(row, signal) : null
  const evaluation = evaluateDomain({ ...survey, isReached }, wanted)
  const findings = {
    records: [...evaluation.records],
    answers: [...survey.answers],
    nameservers: [...survey.nameservers],
  }
  const proof = await applyProof(tools, { row, evaluation, isTxtRequired })
  const checked = {
    evaluation,
    findings,
    cdn: evaluation.routing === 'behind_cdn' ? survey.cdn : null,
    proof,
    isTxtRequired,
    version: row.version,
    environmentId: place.environmentId ?? null,
  }
  await database.tenant(organizationId, (tx) => writeCheck(tx, tools, due, checked))
}

/** Applies the ownership result and returns its fault, if any. */
async function applyProof(
  tools: DomainCheckTools,
  { row, evaluation, isTxtRequired }: { row: DomainRow; evaluation: DomainEvaluation; isTxtRequired: boolean },
): Promise<Fault | undefined> {
  const { database } = tools
  const { id, organization_id: organizationId, hostname, apex_domain: apexDomain } = row
  const canProve = evaluation.txt === 'found' || (!isTxtRequired && evaluation.faults.length === 0)
  if (canProve && (row.proof !== 'txt' || row.proof_missing_since !== null)) {
    const proof = evaluation.txt === 'found' ? 'txt' : 'only_organization'
    const isOurs = await database.system((tx) => claimHostname(tx, { id, organizationId, hostname, apexDomain, proof }))
    if (!isOurs) return { code: 'domain_taken', detail: `${hostname} belongs to another organization.` }
    for (const former of await findFormerHolders(database.systemDb, { organizationId, hostname }))
      await database.tenant(former.organizationId, async (tx) => {
        await forbidServing(tx, former.organizationId, former.id)
        await tools.places.touch(tx, former.organizationId, hostname)
      })
    return undefined
  }
  if (row.proof === null || evaluation.txt !== 'absent' || !isTxtRequired) return undefined
  return await database.tenant(organizationId, (tx) => recordMissingProof(tx, row))
}

/** A domain that never needed a record lapses only after another organization has shown one. */
async function recordMissingProof(tx: Tx, row: DomainRow): Promise<Fault | undefined> {
  const { organization_id: organizationId, id, proof_missing_since: since } = row
  if (since === null) {
    if (row.proof === 'txt') await markProofMissing(tx, organizationId, id)
    return undefined
  }
  if (Date.now() - since.getTime() < proofPatienceMs) return undefined
  await lapseProof(tx, organizationId, id)
  return {
    code: 'ownership_lost',
    detail: `The verification record of ${row.hostname} has been missing since ${since.toISOString()}.`,
  }
}

async function writeCheck(
  tx: Tx,
  { everyMs, places }: DomainCheckTools,
  { id, organizationId }: { id: Id<'dom'>; organizationId: OrganizationId },
  checked: {
    evaluation: DomainEvaluation
    findings: NonNullable<DomainRow['findings']>
    cdn: string | null
    proof: Fault | undefined
    isTxtRequired: boolean
    version: number
    environmentId: Id<'env'> | null
  },
): Promise<void> {
  const row = await lockDomain(tx, organizationId, id)
  // Someone requested a check in the meantime; the next check covers that.
  if (row === undefined || row.version !== checked.version) return
  const { evaluation, findings, cdn, proof, isTxtRequired } = checked
  const before = {
    status: row.status,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    attempts: row.attempts,
  } as const
  const fault = proof ?? evaluation.faults[0]
  const after = decideStatus(before, fault, { now: new Date(), everyMs })
  const mayIssue = row.proven_at !== null && evaluation.canIssue
  const mayServe = row.may_serve || row.proven_at !== null || !isTxtRequired
  await saveCheck(tx, organizationId, { id, ...after, findings, routing: evaluation.routing, cdn, mayIssue, mayServe })
  if (after.status === 'failed') await notifyFailedDomain(tx, row, { ...after, environmentId: checked.environmentId })
  // Someone who requests a check can have opened a port, so a failed certificate is retried.
  const isAsked = mayIssue && row.status === 'verifying'
  if (isAsked || mayIssue !== row.may_issue || mayServe !== row.may_serve || cdn !== row.cdn)
    await places.touch(tx, organizationId, row.hostname)
  const hasChanged =
    after.status !== row.status || after.problem?.code !== row.problem?.code || mayIssue !== row.may_issue
  if (hasChanged) await publishDomainUpdated(tx, organizationId, { id, action: 'checked', status: after.status })
}
