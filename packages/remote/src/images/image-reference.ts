/** Splits an image name into its parts; pure. */

/** Returns the Engine's form: a tag or a digest separate from the name, `latest` if there is neither. */
export function splitReference(reference: string): { name: string; tag: string } {
  const digest = reference.indexOf('@')
  if (digest >= 0) return { name: withoutTag(reference.slice(0, digest)), tag: reference.slice(digest + 1) }
  const name = withoutTag(reference)
  return { name, tag: name === reference ? 'latest' : reference.slice(name.length + 1) }
}

/** A colon before the last slash belongs to the port of the registry. */
function withoutTag(reference: string): string {
  const colon = reference.lastIndexOf(':')
  return colon > reference.lastIndexOf('/') ? reference.slice(0, colon) : reference
}
