import { fileURLToPath, URL } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue()],
  build: { outDir: 'public_html' },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
})
