/**
 * Packs the command line into one file for Node: `node tools/pack-cli.ts FOLDER` writes `longshore.mjs` there, with the
 * licenses of its packages, and the npm package as a tarball.
 */
import { packCli } from './release/pack-cli.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('say where the file should go')
const { file, bytes, tarball } = await packCli(folder)
console.log(`${file}: ${bytes} bytes`)
console.log(tarball)
