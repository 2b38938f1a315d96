/**
 * Calculates how much of a server's memory its apps can use together; pure. The rest is for the system, Docker, the
 * proxy, and builds.
 */

const mebibyte = 1024 ** 2

export function appMemoryBytes(totalBytes: number, { isHome }: { isHome: boolean }): number {
  // On the server of the control plane, its processes need more memory than an idle server does.
  const [share, least, most] = isHome ? [0.4, 768, 1_536] : [0.25, 256, 1_024]
  const reserve = Math.min(Math.max(totalBytes * share, least * mebibyte), most * mebibyte)
  // A server smaller than its reserve still runs something.
  return Math.floor(Math.max(totalBytes - reserve, totalBytes / 2))
}
