/** Path of the page that explains a failure code. */
export function failurePath(code: string): string {
  return `/problems/${encodeURIComponent(code)}`
}
