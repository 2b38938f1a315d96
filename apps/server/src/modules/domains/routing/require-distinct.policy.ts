import { invalid } from '../../../platform/errors/app-error.ts'

/** Throws for the first value that is in the list twice. */
export function requireDistinct(values: readonly unknown[], pointerOf: (index: number) => string): void {
  const twice = values.findIndex((value, index) => values.indexOf(value) < index)
  if (twice !== -1) throw invalid(pointerOf(twice), 'duplicate', 'appears twice')
}
