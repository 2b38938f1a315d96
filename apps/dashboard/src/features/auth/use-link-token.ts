import { useState } from 'react'
import { takeLinkToken } from './link-token.ts'

/** Reads the token once: reading removes the fragment, and effects run twice in development. */
export function useLinkToken(page: Parameters<typeof takeLinkToken>[0]): string | null {
  const [token] = useState(() => takeLinkToken(page))
  return token
}
