export const shortcuts = {
  title: 'Keyboard shortcuts',
  note: 'Press the keys one after another. Shortcuts are off while you type.',
  general: 'Everywhere',
  pages: 'Open a page',
  environment: 'In an environment',
  search: 'Search or run a command',
  help: 'Show this list',
  ctrl: 'Ctrl or ⌘',
}
