/** Versions and object locks of a bucket. */
import type { LockRule, ObjectVersions } from '../object-store.ts'
import { ObjectStoreError } from '../object-store-error.ts'
import { elementsOf, readXml, textOf, type Xml } from './read-xml.ts'
import type { S3Client } from './s3-client.ts'

/** Each page has up to a thousand versions. */
const maxPages = 100
const notImplemented = 501

export function createS3Versions(
  client: S3Client,
  { rule, keyOf }: { rule: LockRule | null; keyOf(key: string): string },
): ObjectVersions {
  return {
    rule,
    async requireLocks({ signal }) {
      const query = { 'object-lock': '' }
      const response = await client.send({ method: 'GET', query, accepts: notImplemented, signal })
      if (response.status === notImplemented)
        throw new ObjectStoreError('lock_unavailable', { detail: "this storage doesn't support it" })
      if (textOf(readXml(response.body.toString()), 'ObjectLockEnabled') !== 'Enabled')
        throw new ObjectStoreError('lock_unavailable', { detail: "it isn't enabled" })
    },
    async removeFolder(folder, { keep = [], signal }) {
      const kept = new Set(keep.map(keyOf))
      const found: Version[] = []
      // A page begins where the last version of the page before was, so nothing is removed while pages are read.
      for await (const version of versionsBelow(client, `${keyOf(folder)}/`, signal)) found.push(version)
      let lockedUntil: Date | null = null
      for (const version of found) {
        if (kept.has(version.key)) continue
        const until = await removeVersion(client, version, signal)
        if (until !== null && (lockedUntil === null || until > lockedUntil)) lockedUntil = until
      }
      return lockedUntil
    },
  }
}

interface Version {
  readonly key: string
  readonly id: string
}

/** Includes delete markers, which are versions too. */
async function* versionsBelow(client: S3Client, prefix: string, signal: AbortSignal): AsyncGenerator<Version> {
  let next: Record<string, string> = {}
  for (let page = 0; page < maxPages; page += 1) {
    const { body } = await client.send({ method: 'GET', query: { prefix, versions: '', ...next }, signal })
    const xml = readXml(body.toString())
    if (xml === null) throw new ObjectStoreError('store_failed', { detail: 'unreadable list of versions' })
    for (const name of ['Version', 'DeleteMarker']) for (const entry of elementsOf(xml, name)) yield toVersion(entry)
    const [key, id] = [textOf(xml, 'NextKeyMarker'), textOf(xml, 'NextVersionIdMarker')]
    if (textOf(xml, 'IsTruncated') !== 'true' || key === null) return
    next = { 'key-marker': key, ...(id === null ? {} : { 'version-id-marker': id }) }
  }
}

/** Returns null once the version is removed, and otherwise when its lock ends. */
async function removeVersion(client: S3Client, { key, id }: Version, signal: AbortSignal): Promise<Date | null> {
  try {
    await client.send({ method: 'DELETE', key, query: { versionId: id }, signal })
    return null
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    if (error.fault === 'not_found') return null
    if (error.fault !== 'access_refused') throw error
    const until = await readLock(client, { key, id }, signal)
    // Without a lock, the key lacks the permission.
    if (until === null) throw error
    return until
  }
}

async function readLock(client: S3Client, { key, id }: Version, signal: AbortSignal): Promise<Date | null> {
  try {
    const { body } = await client.send({ method: 'GET', key, query: { retention: '', versionId: id }, signal })
    const until = new Date(textOf(readXml(body.toString()), 'RetainUntilDate') ?? Number.NaN)
    return Number.isNaN(until.getTime()) ? null : until
  } catch (error) {
    if (error instanceof ObjectStoreError && error.fault === 'not_found') return null
    throw error
  }
}

function toVersion(entry: Xml): Version {
  return { key: textOf(entry, 'Key') ?? '', id: textOf(entry, 'VersionId') ?? '' }
}
