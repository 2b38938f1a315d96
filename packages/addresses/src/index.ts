export { type AddressPolicy, isAllowed, isNamed, parseAddressPolicy } from './address-policy.ts'
export { isHost } from './host-name.ts'
export { canonicalIpv6, isInAny, parseNetwork } from './ip-address.ts'
