/** Recognizes common mistakes for a private key by their beginning. Undefined if the text looks like a private key. */
export function unsupportedFormat(privateKey: string): string | undefined {
  const text = privateKey.trim()
  if (/^(ssh-|ecdsa-|sk-)[\w@.-]{1,64} AAAA/.test(text) || text.includes('PUBLIC KEY-----'))
    return 'This is the public half; the private one is needed.'
  if (text.startsWith('PuTTY-User-Key-File-'))
    return 'It has PuTTY’s form: "puttygen KEY.ppk -O private-openssh -o KEY" converts it.'
  if (!text.includes('PRIVATE KEY-----')) return 'It has no line "-----BEGIN … PRIVATE KEY-----".'
  return undefined
}
