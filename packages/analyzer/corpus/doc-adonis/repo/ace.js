import 'ts-node-maintained/register/esm'

await import('./bin/console.js')
