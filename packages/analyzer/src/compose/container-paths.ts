/** Paths in containers. Docker takes a slash at the end, and several slashes in a row. */
export function tidyPath(path: string): string {
  const plain = path.replaceAll(/\/{2,}/g, '/')
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}

export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
