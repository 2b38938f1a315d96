import { createCookieSessionStorage } from '@remix-run/node'

export const storage = createCookieSessionStorage({
  cookie: { name: '__session', secrets: [process.env.SESSION_SECRET!] },
})
