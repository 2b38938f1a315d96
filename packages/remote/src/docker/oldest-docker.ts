/**
 * The oldest supported Docker Engine. Before 23, builds ignore limits and keep running after a cancel. Before 25.0.2,
 * BuildKit has vulnerabilities that let a build escape to the server (CVE-2024-23651, -23652, -23653).
 */
export const oldestDocker = '25.0.2'

const [oldestMajor = 0, oldestMinor = 0, oldestPatch = 0] = oldestDocker.split('.').map(Number)

/** Undefined if the text isn't a version. Also accepts versions of Debian packages, such as `2:26.1.5+dfsg1-9`. */
export function isTooOld(version: string): boolean | undefined {
  const [, major, minor = '0', patch = '0'] =
    /^(?:\d{1,4}:)?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?![\d.])/.exec(version) ?? []
  if (major === undefined) return undefined
  const difference = Number(major) - oldestMajor || Number(minor) - oldestMinor || Number(patch) - oldestPatch
  return difference < 0
}
