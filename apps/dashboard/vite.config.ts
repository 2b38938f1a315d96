import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// `bin/dev` runs the api here; another one is named by LONGSHORE_API.
const api = process.env['LONGSHORE_API'] ?? 'http://127.0.0.1:8460'

/** Few files instead of many small ones: each costs headers, and over HTTP/1.1 a turn on one of six connections. */
const groups = [
  // Code that every page needs.
  { name: 'first', tags: ['$initial' as const], test: /\.(js|mjs|ts|tsx)$/, priority: 2 },
  // Code that many pages share, without the form library, since Home has no forms.
  { name: 'parts', test: /src\/(ui\/(?!form)|features)/, minShareCount: 5, priority: 1 },
  // Code that pages of an environment share. Dialogs and the libraries they need stay out.
  {
    name: 'environment',
    test: /src\/features\/(environments|overview)\/(?!deploy-)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Small files without dependencies.
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  { name: 'words', test: /src\/text/, minShareCount: 3 },
]

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    // Scripts and styles come as files: the policy of the page forbids anything inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // The api refuses cookies from pages of another origin; in development, the proxy sends the origin of the api instead.
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, headers: { origin: api } }, '/problems': api } },
})
