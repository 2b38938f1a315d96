type Version = readonly [number, number, number]

/**
 * True if the version is in one of the fixed release lines, at or after the fixed release, or in a later line.
 * Undefined if the text isn't a version.
 */
export function isAtLeastOneOf(text: string, fixedVersions: readonly Version[]): boolean | undefined {
  const match = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?/.exec(text)
  const last = fixedVersions.at(-1)
  if (match === null || last === undefined) return undefined
  const found: Version = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  if (compareLine(found, last) > 0) return true
  return fixedVersions.some((version) => compareLine(found, version) === 0 && found[2] >= version[2])
}

function compareLine(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1]
}
