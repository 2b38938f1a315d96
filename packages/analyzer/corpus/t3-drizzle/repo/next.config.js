/** Run `build` with `SKIP_ENV_VALIDATION` to skip the check of the environment. */
import './src/env.js'

const config = {}

export default config
