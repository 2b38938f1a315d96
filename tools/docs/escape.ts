/** Escapes text and attributes of the site: everything in a page passes through here. */
const special = /[&<>"]/

export function escapeHtml(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

export function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
