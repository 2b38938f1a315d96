/** ntfy, published as JSON to the root of its server. Plain text: `markdown` stays off. */
import { secretMark } from '../../../platform/secrets/secret-mark.policy.ts'
import { type ConnectorConfigs, NtfyConfig } from './connector-configs.schemas.ts'
import { evaluateStatus, readObject, unexpectedResponse } from './evaluate-response.policy.ts'
import { fitText, utf8Length, withoutLinks } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'
import { plainBody } from './plain-body.policy.ts'

/** In bytes. A longer message would become an attachment. */
const limits = { title: 250, message: 4_096 }
const priorities = { info: 3, warning: 4, critical: 5 } as const
const tags = { info: 'information_source', warning: 'warning', critical: 'rotating_light' } as const

export const ntfy: HttpKind<ConnectorConfigs['ntfy']> = {
  kind: 'ntfy',
  config: NtfyConfig,
  mask: ({ token, ...config }) => ({
    ...config,
    topic: secretMark,
    ...(token === undefined ? {} : { token: secretMark }),
  }),
  compose: ({ url = 'https://ntfy.sh', topic, token }, message) =>
    postJson(
      url,
      {
        topic,
        title: fitText(withoutLinks(message.title), limits.title, { measure: utf8Length }),
        message: fitText(withoutLinks(plainBody(message)), limits.message, { measure: utf8Length }),
        priority: priorities[message.severity],
        tags: [tags[message.severity]],
        ...(message.link === undefined ? {} : { click: message.link }),
      },
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    ),
  readResponse(status, headers, body) {
    const failure = evaluateStatus(status, headers)
    if (failure !== null) return failure
    const answer = readObject(body)
    return typeof answer.id === 'string' && answer.event === 'message' ? { ok: true } : unexpectedResponse()
  },
}
