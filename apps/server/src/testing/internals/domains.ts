/** Parts of domains that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { compileProxyConfiguration } from '../../modules/domains/routing/proxy-configuration.policy.ts'
export { RouteOptions } from '../../modules/domains/routing/route-options.schemas.ts'
export { hashSignIn } from '../../modules/domains/routing/sign-in-hash.crypto.ts'
