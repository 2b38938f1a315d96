export { readCertificates } from './read-certificates.ts'
