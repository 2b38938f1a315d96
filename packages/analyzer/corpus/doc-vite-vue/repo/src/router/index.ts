import { createRouter, createWebHistory } from 'vue-router'

export default createRouter({ history: createWebHistory(import.meta.env.BASE_URL), routes: [] })
