/** Names of archives in a store: the newest is the last one by name. */
const folder = 'control-plane'
const namePattern = /^control-plane\/(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{8}\.age$/

export const backupFolder = folder

export function backupKeyOf(at: Date, id: string): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `${folder}/${time}-${id.replaceAll('-', '').slice(-8)}.age`
}

export function isBackupKey(key: string): boolean {
  return namePattern.test(key)
}

/** Given keys in any order, returns those beyond the newest `keep`, oldest first. */
export function surplusKeys(keys: readonly string[], keep: number): string[] {
  const own = keys.filter(isBackupKey).toSorted()
  return own.slice(0, Math.max(0, own.length - keep))
}
