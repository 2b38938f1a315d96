/** Maximum expanded size of one archive. A restore reads no more than this. */
export const maximumBytes = 2 ** 40
