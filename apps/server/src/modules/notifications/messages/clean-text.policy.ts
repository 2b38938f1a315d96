/** Sanitizes untrusted text for display: one line, no control characters, no bidirectional marks. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

export function cleanLine(text: string, maximum: number): string {
  const line = text
    .slice(0, 4 * maximum)
    .replace(invisible, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= maximum
    ? line
    : `${line
        .slice(0, maximum - 1)
        .toWellFormed()
        .replace(/\ufffd$/u, '')}…`
}
