/** Gotify, with an application token in a header. Shown as plain text. */
import { secretMark } from '../../../platform/secrets/secret-mark.policy.ts'
import { type ConnectorConfigs, GotifyConfig } from './connector-configs.schemas.ts'
import { evaluateStatus, readObject, unexpectedResponse } from './evaluate-response.policy.ts'
import { fitText, withoutLinks } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'
import { plainBody } from './plain-body.policy.ts'

const limits = { title: 250, message: 6_000 }
/** From 8 on, its apps play a sound over others. */
const priorities = { info: 2, warning: 5, critical: 8 } as const

export const gotify: HttpKind<ConnectorConfigs['gotify']> = {
  kind: 'gotify',
  config: GotifyConfig,
  mask: ({ url }) => ({ url, token: secretMark }),
  compose: ({ url, token }, message) =>
    postJson(
      `${url}/message`,
      {
        title: fitText(withoutLinks(message.title), limits.title),
        message: fitText(withoutLinks(plainBody(message)), limits.message),
        priority: priorities[message.severity],
        extras: {
          'client::display': { contentType: 'text/plain' },
          ...(message.link === undefined ? {} : { 'client::notification': { click: { url: message.link } } }),
        },
      },
      { 'x-gotify-key': token },
    ),
  readResponse(status, headers, body) {
    const failure = evaluateStatus(status, headers)
    if (failure !== null) return failure
    return typeof readObject(body).id === 'number' ? { ok: true } : unexpectedResponse()
  },
}
