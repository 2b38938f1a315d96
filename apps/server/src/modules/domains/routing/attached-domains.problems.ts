/** API problems of attaching a hostname to an environment. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const attachedDomainProblems = defineProblems({
  domain_attached_elsewhere: {
    status: 409,
    title: 'The domain is attached to another environment',
    detail: 'A hostname can be attached to only one environment at a time.',
    hint: 'Detach it there first.',
  },
  domain_is_redirected: {
    status: 409,
    title: 'The domain redirects to another one',
    detail: "It's the www or non-www counterpart of an attached domain, and redirects to it.",
    hint: 'Set redirects.www to false there first.',
  },
  certificate_unreadable: {
    status: 422,
    title: "The certificate can't be read",
    detail: "It isn't a PEM certificate chain.",
    hint: 'Paste the whole file, from the first -----BEGIN CERTIFICATE----- to the last -----END CERTIFICATE-----.',
  },
  certificate_chain_invalid: {
    status: 422,
    title: 'The certificate chain is out of order',
    detail: 'Each certificate must be signed by the next one.',
    hint: "Put the hostname's certificate first, then the intermediate certificates in signing order.",
  },
  certificate_expired: {
    status: 422,
    title: "The certificate isn't valid right now",
    detail: "A certificate in the chain has expired or isn't valid yet.",
    hint: 'Upload a newer certificate, or use the mode auto.',
  },
  certificate_hostname_mismatch: {
    status: 422,
    title: 'The certificate is for other hostnames',
    detail: 'None of its names covers the hostname.',
    hint: 'Upload a certificate for this hostname, or use the mode auto.',
  },
  certificate_key_weak: {
    status: 422,
    title: "The certificate's key is too weak",
    detail: 'Browsers reject it.',
    hint: 'Use an RSA key with at least 2048 bits, or an elliptic curve key (P-256, P-384, or P-521).',
  },
  private_key_unreadable: {
    status: 422,
    title: "The private key can't be read",
    detail: "It isn't a PEM private key, or it's protected by a passphrase.",
    hint: 'If it has a passphrase, remove it first, for example with openssl pkey -in key.pem -out plain.pem.',
  },
  private_key_mismatch: {
    status: 422,
    title: "The private key doesn't match the certificate",
    detail: "The key and the certificate aren't a pair.",
    hint: 'Upload the key that the certificate was requested with.',
  },
})
