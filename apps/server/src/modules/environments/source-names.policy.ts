/** Grammar of names in repositories and registries. Each ends up as a single argument of a program. */

/**
 * Accepts branch names that Git accepts (git check-ref-format), and nothing that could be read as an option or another
 * ref.
 */
export function isBranchName(name: string): boolean {
  if (name.length === 0 || name.length > 255 || name === '@' || name === 'HEAD') return false
  if (name.startsWith('-') || name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return false
  if (name.includes('..') || name.includes('//') || name.includes('@{')) return false
  if (hasRefusedCharacter(name)) return false
  return name.split('/').every((part) => part.length > 0 && !part.startsWith('.') && !part.endsWith('.lock'))
}

/**
 * Normalizes a path inside a repository: `.` for the root, otherwise segments joined by `/`. Returns undefined for an
 * invalid path or one that leaves the repository.
 */
export function cleanRepositoryPath(text: string): string | undefined {
  if (text.length > 1_000 || text.startsWith('/') || text.includes('\\') || hasControlCharacter(text)) return undefined
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.some((part) => part === '..' || part.toLowerCase() === '.git')) return undefined
  // A first segment with a leading dash could be read as an option.
  if (parts[0]?.startsWith('-') === true) return undefined
  return parts.length === 0 ? '.' : parts.join('/')
}

const imageName = /^[a-z0-9]+(?:(?:[._]|__|-{1,10})[a-z0-9]+)*$/
const imageHost =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/
const imageTag = /^\w[\w.-]{0,127}$/
const imageDigest = /^sha256:[0-9a-f]{64}$/

/** Accepts `[host[:port]/]name[:tag][@sha256:…]`, like the Docker Engine. */
export function isImageReference(text: string): boolean {
  if (text.length === 0 || text.length > 500) return false
  const [withTag = '', digest, ...rest] = text.split('@')
  if (rest.length > 0 || (digest !== undefined && !imageDigest.test(digest))) return false
  const colon = withTag.lastIndexOf(':')
  const hasTag = colon > withTag.lastIndexOf('/')
  if (hasTag && !imageTag.test(withTag.slice(colon + 1))) return false
  const parts = (hasTag ? withTag.slice(0, colon) : withTag).split('/')
  const [first = ''] = parts
  const hasHost = parts.length > 1 && (first.includes('.') || first.includes(':') || first === 'localhost')
  if (hasHost && !imageHost.test(first)) return false
  return (hasHost ? parts.slice(1) : parts).every((part) => imageName.test(part))
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}

function hasRefusedCharacter(name: string): boolean {
  return hasControlCharacter(name) || /[ ~^:?*[\\]/.test(name)
}
