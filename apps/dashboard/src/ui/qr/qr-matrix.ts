import { encode } from 'uqr'

/** Larger codes have cells that cameras can't read from a screen. */
const maxVersion = 15

/** Rows of cells; true is dark. Undefined if the text is too long. The code is drawn in the page: the text may be a secret. */
export function qrMatrix(text: string): boolean[][] | undefined {
  try {
    return encode(text, { ecc: 'M', boostEcc: false, border: 0, maxVersion }).data
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
