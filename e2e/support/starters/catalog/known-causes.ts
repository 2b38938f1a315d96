/** Investigated causes of failures. The page shows the text if the starter still fails. */
export const knownCauses: Readonly<Record<string, string>> = {
  'express-ts': 'Its own build fails with TypeScript 6, which its version range allows.',
  'fastify-ts': 'Its own build fails with TypeScript 6, which its version range allows.',
  docusaurus:
    'Its own build fails with the current webpack, which its version range allows. Newer versions need a package that the mirror lacks.',
  django:
    'Django rejects requests until `ALLOWED_HOSTS` names the domain. The analysis warns and shows the line to add.',
}
