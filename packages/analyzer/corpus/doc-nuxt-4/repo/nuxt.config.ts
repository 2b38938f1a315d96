export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true },
  runtimeConfig: {
    mailApiKey: '',
    public: {
      apiBase: 'https://api.clinic.example',
    },
  },
})
