/** Accepts codes with spaces or capitals, and recovery codes without their dash. */
export function normalizeCode(typed: string): string {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return plain.length === 10 ? `${plain.slice(0, 5)}-${plain.slice(5)}` : plain
}
