/** What can go wrong when a hostname is attached to an environment. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const proxyProblems = defineProblems({
  domain_attached_elsewhere: {
    status: 409,
    title: 'The domain leads to another environment',
    detail: 'A hostname leads to one environment at a time.',
    hint: 'Remove it there first.',
  },
  domain_is_redirected: {
    status: 409,
    title: 'The domain only leads to another one',
    detail: 'It is the other one of www and bare of a domain that is attached.',
    hint: 'Set redirects.www to false there first.',
  },
  certificate_unreadable: {
    status: 422,
    title: 'The certificate cannot be read',
    detail: 'It is not a chain of certificates in PEM.',
    hint: 'Paste the whole file, from the first -----BEGIN CERTIFICATE----- to the last -----END CERTIFICATE-----.',
  },
  certificate_chain_wrong: {
    status: 422,
    title: 'The chain of the certificate is not in order',
    detail: 'Each certificate must be signed by the one that follows it.',
    hint: 'Put the certificate of the hostname first, then the intermediate ones in the order in which they sign each other.',
  },
  certificate_expired: {
    status: 422,
    title: 'The certificate is not valid at this time',
    detail: 'A certificate of the chain has ended or has not begun.',
    hint: 'Bring a newer one, or use the mode auto.',
  },
  certificate_for_other_names: {
    status: 422,
    title: 'The certificate is for other names',
    detail: 'None of its names covers the hostname.',
    hint: 'Bring one that names the hostname, or use the mode auto.',
  },
  certificate_key_weak: {
    status: 422,
    title: 'The key of the certificate is too weak',
    detail: 'Browsers refuse it.',
    hint: 'Use an RSA key of at least 2048 bits or an elliptic curve key P-256, P-384 or P-521.',
  },
  private_key_unreadable: {
    status: 422,
    title: 'The private key cannot be read',
    detail: 'It is not a private key in PEM, or it needs a passphrase.',
    hint: 'Remove the passphrase first, for example with openssl pkey -in key.pem -out plain.pem.',
  },
  private_key_of_another: {
    status: 422,
    title: 'The private key does not belong to the certificate',
    detail: 'The key and the certificate are not a pair.',
    hint: 'Bring the key with which the certificate was requested.',
  },
})
