import 'node:fs/promises'
