/** V17, M6: addresses that try to add recipients, and the check for emails that were changed by them. */
export const evil = 'evil@attacker.example'

/** A header that Longshore doesn't write, or one that it writes twice. */
export function hasForeignHeader(raw: string): boolean {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const names = head
    .split('\r\n')
    .filter((line) => /^[^\s:]+:/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  const known = [
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'content-type',
    'content-transfer-encoding',
    'auto-submitted',
  ]
  return names.some((name) => !known.includes(name)) || new Set(names).size !== names.length
}

/** Hostile addresses: each would add a recipient, a header or a command somewhere. */
export function hostileAddresses(name: string): string[] {
  const good = `${name}@example.com`
  return [
    `${good}\r\nBcc: ${evil}`, `${good}\nBcc: ${evil}`, `${good}\rBcc: ${evil}`, `${good}\r\n\r\nbody`, `${good}%0d%0aBcc: ${evil}`, `${good}\u2028Bcc: ${evil}`, `${good}\u0085Bcc: ${evil}`,
    `${good},${evil}`, `${good}, ${evil}`, `${good};${evil}`, `${good} ${evil}`, `${good}\t${evil}`, `<${good}>,<${evil}>`, `"${good}" <${evil}>`, `${good}<${evil}>`, `<${good}`, `${good}>`,
    `group: ${good}, ${evil};`, `${name}(${evil})@example.com`, `"${name}\r\nBcc: ${evil}"@example.com`, `"a, ${evil} ,b"@example.com`, `"${name}"@example.com`, `${name}@example.com(${evil})`,
    `${good}\u0000`, `${good}\u0000${evil}`, `\u0000${good}`, `${name}@[127.0.0.1]`, `${name}@localhost`, `${name}@@example.com`, `${name}@example..com`, `.${good}`, `${name}.@example.com`, `${name}..x@example.com`,
    `${name}@-example.com`, `${name}@example.com.`, ` ${good}`, `${good} `, `${name}@exämple.com`, `ïnjected@example.com`, `@example.com`, `${name}@`, `${'a'.repeat(65)}@example.com`, `${name}@${'a'.repeat(250)}.com`,
    `=?utf-8?q?${name}?=@example.com`.replace('=?', '=?\r\n'), `RCPT TO:<${evil}>@example.com`, `${good}> NOTIFY=SUCCESS ORCPT=rfc822;${evil}`,
  ] // biome-ignore format: a list
}
