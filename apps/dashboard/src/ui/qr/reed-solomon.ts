/** Error correction of QR codes: remainders of polynomials over GF(256) with x⁸ + x⁴ + x³ + x² + 1. */
export function errorCorrection(data: readonly number[], length: number): number[] {
  const divisor = divisorOf(length)
  const remainder = Array.from({ length }, () => 0)
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (const [index, coefficient] of divisor.entries())
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor)
  }
  return remainder
}

/** The product of (x - 2^i), without its leading 1. */
function divisorOf(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (const [index, value] of result.entries())
      result[index] = multiply(value, root) ^ (index + 1 < degree ? (result[index + 1] ?? 0) : 0)
    root = multiply(root, 2)
  }
  return result
}

export function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((right >>> bit) & 1) * left
  }
  return product
}
