/** Front door of the certificates module on the api's side. */
export { readCertificates } from './read-certificates.ts'
