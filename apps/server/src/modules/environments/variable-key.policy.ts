/** Rules for variable names. Pure. */

const keyPattern = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

export function isVariableKey(key: string): boolean {
  return keyPattern.test(key)
}

/** Returns true for scopes whose variables the build of an image gets. */
export function isInBuilds(scope: 'build' | 'runtime' | 'both' | 'reference'): boolean {
  return scope === 'build' || scope === 'both'
}

/** These variables decide what the build tools load or run, before the build's own code does. */
const loaderKeys: ReadonlySet<string> = new Set([
  'PATH', 'IFS', 'ENV', 'BASH_ENV', 'SHELLOPTS', 'PROMPT_COMMAND', 'GCONV_PATH', 'NODE_OPTIONS', 'PYTHONSTARTUP',
  'PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', 'GIT_SSH_COMMAND', 'GIT_EXEC_PATH', 'DOCKER_HOST', 'DOCKER_CONFIG',
  'BUILDKIT_HOST',
]) // biome-ignore format: a list

/** Returns true for keys that a build must not get, because they would affect the build tools instead of the app. */
export function isLoaderKey(key: string): boolean {
  return key.startsWith('LD_') || key.startsWith('DYLD_') || key.startsWith('BUILDX_') || loaderKeys.has(key)
}
