/** The parts of a QR code that do not depend on what it says: finders, timing, alignment, and where data may stand. */
export interface Grid {
  readonly size: number
  /** Row by row: dark or not. */
  readonly dark: boolean[][]
  /** Cells that data must leave alone. */
  readonly isFixed: boolean[][]
}

export function drawFrame(version: number): Grid {
  const size = version * 4 + 17
  const rows = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const grid: Grid = { size, dark: rows(), isFixed: rows() }
  for (let place = 0; place < size; place += 1) {
    setFixed(grid, 6, place, place % 2 === 0)
    setFixed(grid, place, 6, place % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) drawFinder(grid, x, y) // biome-ignore format: a list
  const centres = alignmentCentres(version)
  const [first, last] = [centres.at(0), centres.at(-1)]
  for (const x of centres)
    for (const y of centres) {
      const isFinder = (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
      if (!isFinder) drawAlignment(grid, x, y)
    }
  reserveFormat(grid)
  if (version >= 7) drawVersion(grid, version)
  return grid
}

export function setFixed(grid: Grid, x: number, y: number, isDark: boolean): void {
  const [dark, fixed] = [grid.dark[y], grid.isFixed[y]]
  if (dark === undefined || fixed === undefined || x < 0 || x >= grid.size) return
  dark[x] = isDark
  fixed[x] = true
}

function drawFinder(grid: Grid, x: number, y: number): void {
  for (let dy = -4; dy <= 4; dy += 1)
    for (let dx = -4; dx <= 4; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy))
      setFixed(grid, x + dx, y + dy, distance !== 2 && distance !== 4)
    }
}

function drawAlignment(grid: Grid, x: number, y: number): void {
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1) setFixed(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
}

export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const last = version * 4 + 10
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))]
}

function reserveFormat(grid: Grid): void {
  drawFormat(grid, 0)
}

/** Of level M with the mask, in both places; and the one cell that is always dark. */
export function drawFormat(grid: Grid, mask: number): void {
  let remainder = mask
  for (let step = 0; step < 10; step += 1) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537)
  const bits = ((mask << 10) | remainder) ^ 0x5412
  const bit = (index: number) => ((bits >>> index) & 1) === 1
  for (let index = 0; index < 6; index += 1) setFixed(grid, 8, index, bit(index))
  setFixed(grid, 8, 7, bit(6))
  setFixed(grid, 8, 8, bit(7))
  setFixed(grid, 7, 8, bit(8))
  for (let index = 9; index < 15; index += 1) setFixed(grid, 14 - index, 8, bit(index))
  for (let index = 0; index < 8; index += 1) setFixed(grid, grid.size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index += 1) setFixed(grid, 8, grid.size - 15 + index, bit(index))
  setFixed(grid, 8, grid.size - 8, true)
}

function drawVersion(grid: Grid, version: number): void {
  let remainder = version
  for (let step = 0; step < 12; step += 1) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25)
  const bits = (version << 12) | remainder
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >>> index) & 1) === 1
    const [far, near] = [grid.size - 11 + (index % 3), Math.floor(index / 3)]
    setFixed(grid, far, near, isDark)
    setFixed(grid, near, far, isDark)
  }
}
