/** As people type or paste codes: with spaces, in capitals, a recovery code without its dash. */
export function normalizeCode(typed: string): string {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return plain.length === 10 ? `${plain.slice(0, 5)}-${plain.slice(5)}` : plain
}
