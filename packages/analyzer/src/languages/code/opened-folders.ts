/** Folders that a compiled program opens at run time, so its image must contain them next to the program. */
import type { Folder } from '../../folder.ts'
import type { CodeFile } from './code-file.ts'

const usual = [
  'templates', 'template', 'views', 'static', 'public', 'assets', 'web', 'ui', 'migrations', 'db/migrations', 'config', 'configs',
  'configuration', 'locales', 'i18n', 'resources', 'dist', 'Rocket.toml', 'config.toml', 'config.yaml', 'config.yml', 'config.json',
] // biome-ignore format: one list

const compiledIn =
  /go:embed|include_str!|include_bytes!|include_dir!|sqlx::migrate!|embed_migrations!|rust_embed|^[ \t]*(?:import|use)\b/

export function openedFolders(folder: Folder, code: readonly CodeFile[], extension: string): string[] {
  const files = folder.files()
  return usual.filter((name) => {
    const isThere = folder.has(name) || files.some((file) => file.startsWith(`${name}/`) && !file.endsWith(extension))
    return isThere && (name === 'Rocket.toml' || code.some((file) => file.lines.some((line) => names(line, name))))
  })
}

function names(line: string, name: string): boolean {
  if (!line.includes(name) || compiledIn.test(line)) return false
  return [`"${name}/`, `"./${name}`, `"${name}"`, `"/app/${name}`, `://${name}`].some((text) => line.includes(text))
}
