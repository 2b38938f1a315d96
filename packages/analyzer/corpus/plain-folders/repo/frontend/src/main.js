import { createApp } from 'vue'

createApp({ template: process.env.VUE_APP_API }).mount('#app')
