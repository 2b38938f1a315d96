await import('./bin/console.js')
