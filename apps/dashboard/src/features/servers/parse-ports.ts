/** Ports separated by commas or spaces. Undefined: one is invalid. */
export function parsePorts(written: string): number[] | undefined {
  const parts = written.split(/[\s,]+/).filter((part) => part !== '')
  const ports = parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))
  return ports.every((port) => port >= 1 && port <= 65_535) ? [...new Set(ports)] : undefined
}
